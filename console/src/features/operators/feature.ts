/** Operators: adding, confirming and disabling them. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { OperatorsPage } from './operators-page.tsx';

export const feature: ConsoleFeature = {
  places: [
    { path: '/operators', at: 150, name: 'frame.place.operators', needs: 'GET operators', letter: 'o' },
  ],
  pages: { '/operators': OperatorsPage },
};
