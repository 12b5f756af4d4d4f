/** The query for the customer's webhooks. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { WebhookKind } from '@candor/protocol/webhooks/schemas.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';

export type Webhooks = CallOutput<'GET webhooks'>;
export type Webhook = Webhooks['items'][number];
export type Delivery = CallOutput<'GET webhooks/deliveries'>['items'][number];

/** Refetched on every visit, because deliveries continue while no screen is open. */
export function useWebhooks(): UseQueryResult<Webhooks> {
  return useCall('GET webhooks', {}, { enabled: useSignedIn(), staleMs: 0 });
}

type Underscored<Text extends string> = Text extends `${infer Head}.${infer Tail}` ? `${Head}_${Tail}` : Text;

/** Returns the key of a kind's text. Full stops are replaced, because they separate keys. */
export const kindKey = <Kind extends WebhookKind | 'test'>(kind: Kind): Underscored<Kind> =>
  kind.replace('.', '_') as Underscored<Kind>;

/** The host, by which a customer recognises a webhook, and the rest of its address. */
export function partsOf(url: string): { readonly host: string; readonly path: string } {
  const parsed = URL.parse(url);
  return parsed === null ? { host: url, path: '' } : { host: parsed.host, path: parsed.pathname };
}
