/** A successful example of each webhook call. */
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';

type Done = (call: CallName, fields: Record<string, unknown>) => Promise<unknown>;

/** @param done Makes a call as the customer, and returns its output. */
export function webhooksCalledWell(done: Done, of: { password: string }) {
  const confirmed = { current_password: of.password };
  const wanted = { url: 'https://example.com/events', kinds: ['order.filled' as const], ...confirmed };
  const made = async () => {
    const { id } = (await done('POST webhooks/create', wanted)) as CallOutput<'POST webhooks/create'>;
    return { id };
  };
  const ended = async () => {
    const { id } = await made();
    const { delivery } = (await done('POST webhooks/test', { id })) as CallOutput<'POST webhooks/test'>;
    // Turning the webhook off ends its pending deliveries.
    await done('POST webhooks/change', { ...wanted, id, enabled: false });
    await done('POST webhooks/change', { ...wanted, id, enabled: true });
    return { id, delivery };
  };
  return {
    'GET webhooks': {},
    'POST webhooks/create': wanted,
    'POST webhooks/change': async () => ({ ...wanted, ...(await made()), enabled: true }),
    'POST webhooks/rotate': async () => ({ ...(await made()), ...confirmed }),
    'POST webhooks/delete': async () => ({ ...(await made()), ...confirmed }),
    'GET webhooks/deliveries': made,
    'POST webhooks/test': made,
    'POST webhooks/deliver_again': ended,
  };
}
