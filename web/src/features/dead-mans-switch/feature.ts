/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const deadMansSwitch: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('deadMansSwitch', '/pages/order/switch', of(() => import('./switch-screen.tsx'), 'SwitchScreen')),
  ],
};
