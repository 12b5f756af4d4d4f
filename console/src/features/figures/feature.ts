/** Charts of what the platform did and how it stands, by hour and by day. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { FiguresPage } from './figures-page.tsx';

export const feature: ConsoleFeature = {
  places: [{ path: '/figures', at: 15, name: 'frame.place.figures', needs: 'GET figures', letter: 's' }],
  pages: { '/figures': FiguresPage },
};
