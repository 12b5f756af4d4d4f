/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const apiKeys: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('apiKeys', '/pages/me/apiKeys', of(() => import('./keys-screen.tsx'), 'KeysScreen')),
    customers('newApiKey', '/pages/me/apiKeyNew', of(() => import('./key-form-screen.tsx'), 'KeyFormScreen')),
    customers('apiKey', '/pages/me/apiKey', of(() => import('./key-screen.tsx'), 'KeyScreen')),
  ],
};
