/** The clock of a demo. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { ClockPage } from './clock-page.tsx';

export const feature: ConsoleFeature = {
  places: [
    { path: '/clock', at: 190, name: 'frame.place.clock', needs: 'GET clock', letter: 'k', demoOnly: true },
  ],
  pages: { '/clock': ClockPage },
};
