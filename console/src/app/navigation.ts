/** The screens of the navigation: those of the features, and those composed of several features. */
import type { Place } from '../kit/console-feature.ts';
import { features } from './features.ts';

const composed: readonly Place[] = [
  { path: '/', at: 10, name: 'frame.place.dashboard', needs: 'GET dashboard', letter: 'd' },
  { path: '/queue', at: 20, name: 'frame.place.queue', needs: 'GET cases', letter: 'q' },
  { path: '/customers', at: 40, name: 'frame.place.customers', needs: 'GET customers', letter: 'c' },
];

export const places: readonly Place[] = [
  ...composed,
  ...features.flatMap((feature) => feature.places ?? []),
].toSorted((one, other) => one.at - other.at);
