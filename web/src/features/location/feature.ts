/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const location: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('chooseLocation', '/choose-location', of(() => import('./choose-location-screen.tsx'), 'ChooseLocationScreen')),
    anybody('openLocation', '/open-location', of(() => import('./open-location-screen.tsx'), 'OpenLocationScreen')),
  ],
};
