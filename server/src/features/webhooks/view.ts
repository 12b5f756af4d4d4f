/** Wire form of webhooks and deliveries. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { WebhookKind } from '@candor/protocol/webhooks/schemas.ts';
import type { ListedDelivery, ListedWebhook } from './store.ts';

type WebhookView = CallOutput<'GET webhooks'>['items'][number];
type DeliveryView = CallOutput<'GET webhooks/deliveries'>['items'][number];

export const seconds = (ms: number | string): number => Math.floor(Number(ms) / 1000);

const kindsOf = (words: string): WebhookKind[] => words.split(' ') as WebhookKind[];

export function webhookView({
  kinds,
  created_ms,
  since_ms,
  delivered_ms,
  ...row
}: ListedWebhook): WebhookView {
  return {
    ...row,
    kinds: kindsOf(kinds),
    created_at: seconds(created_ms),
    since: seconds(since_ms),
    delivered_at: delivered_ms === null ? null : seconds(delivered_ms),
  };
}

export function deliveryView({ created_ms, next_try_ms, kind, ...row }: ListedDelivery): DeliveryView {
  return {
    ...row,
    kind: kind as DeliveryView['kind'],
    created_at: seconds(created_ms),
    next_at: row.status === 'waiting' ? seconds(next_try_ms) : null,
    attempts: [...row.attempts],
  };
}
