/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const webhooks: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('webhooks', '/pages/me/webhooks', of(() => import('./webhooks-screen.tsx'), 'WebhooksScreen')),
    customers('newWebhook', '/pages/me/webhookNew', of(() => import('./new-webhook-screen.tsx'), 'NewWebhookScreen')),
    customers('webhook', '/pages/me/webhook', of(() => import('./webhook-screen.tsx'), 'WebhookScreen')),
    customers('changeWebhook', '/pages/me/webhookChange', of(() => import('./change-webhook-screen.tsx'), 'ChangeWebhookScreen')),
  ],
};
