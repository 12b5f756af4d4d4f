/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody, customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const ownLimits: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('ownLimits', '/pages/me/limits', of(() => import('./limits-screen.tsx'), 'LimitsScreen')),
    anybody('jurisdiction', '/pages/me/jurisdiction', of(() => import('./jurisdiction-screen.tsx'), 'JurisdictionScreen')),
  ],
};
