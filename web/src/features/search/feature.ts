/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const search: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('search', '/pages/search/index', of(() => import('./search-screen.tsx'), 'SearchScreen')),
  ],
};
