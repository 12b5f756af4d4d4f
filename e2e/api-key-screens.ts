/** The screens of API keys, for the tests of all screens. */
import type { ScreenShot } from './screen-shot.ts';
import { say } from './saying.ts';

export const apiKeyScreens: readonly ScreenShot[] = [
  { name: 'API keys, none yet', path: '/pages/me/apiKeys', as: 'guarded' },
  { name: 'an API key that is not there', path: '/pages/me/apiKey?id=1', as: 'guarded' },
  { name: 'a new API key', path: '/pages/me/apiKeyNew', as: 'guarded' },
  {
    name: 'a new API key, with its limits',
    path: '/pages/me/apiKeyNew',
    as: 'guarded',
    act: (page) => page.getByText(say('apiKeys.limits'), { exact: true }).tap(),
  },
];
