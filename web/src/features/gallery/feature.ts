/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const gallery: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('gallery', '/pages/dev/gallery', of(() => import('./gallery-screen.tsx'), 'GalleryScreen')),
  ],
};
