/** The published terms. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { TermsPage } from './terms-page.tsx';

export const feature: ConsoleFeature = {
  places: [{ path: '/terms', at: 120, name: 'frame.place.terms', needs: 'GET terms', letter: 't' }],
  pages: { '/terms': TermsPage },
};
