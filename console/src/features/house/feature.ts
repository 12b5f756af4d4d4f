/** The house accounts. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { HousePage } from './house-page.tsx';

export const feature: ConsoleFeature = {
  places: [{ path: '/house', at: 110, name: 'frame.place.house', needs: 'GET house', letter: 'h' }],
  pages: { '/house': HousePage },
};
