/** What this feature adds to the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const acts: WebFeature<typeof texts> = {
  // A row a line.
  // oxfmt-ignore
  screens: [
    customers('acts', '/pages/me/acts', of(() => import('./acts-screen.tsx'), 'ActsScreen')),
  ],
};
