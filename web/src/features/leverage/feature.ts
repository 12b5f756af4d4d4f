/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody, customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const leverage: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('leverage', '/pages/me/leverage', of(() => import('./leverage-screen.tsx'), 'LeverageScreen')),
    anybody('leverageCosts', '/pages/me/leverageCosts', of(() => import('./leverage-costs-screen.tsx'), 'LeverageCostsScreen')),
  ],
};
