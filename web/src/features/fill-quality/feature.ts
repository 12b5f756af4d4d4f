/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const fillQuality: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('fillQuality', '/pages/me/fillQuality', of(() => import('./fill-quality-screen.tsx'), 'FillQualityScreen')),
  ],
};
