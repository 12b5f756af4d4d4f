/** The screens of webhooks, for the tests of all screens. */
import type { ScreenShot } from './screen-shot.ts';

export const webhookScreens: readonly ScreenShot[] = [
  { name: 'webhooks, none yet', path: '/pages/me/webhooks', as: 'guarded' },
  { name: 'a webhook that is not there', path: '/pages/me/webhook?id=1', as: 'guarded' },
  { name: 'a new webhook', path: '/pages/me/webhookNew', as: 'guarded' },
  { name: 'changing a webhook that is not there', path: '/pages/me/webhookChange?id=1', as: 'guarded' },
];
