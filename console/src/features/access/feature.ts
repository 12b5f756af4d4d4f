/** The operator’s own passkeys, password and authenticator. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { AccessPage } from './access-page.tsx';

export const feature: ConsoleFeature = {
  places: [{ path: '/access', at: 160, name: 'frame.place.access', needs: 'GET passkeys', letter: 'y' }],
  pages: { '/access': AccessPage },
};
