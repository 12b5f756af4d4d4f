/**
 * Handlers of the receipt calls. They register devices' keys, and return the orders that devices signed with the platform's
 * receipts for them.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Handlers } from '../../calls/handler.ts';
import type { Pool } from '../../db/pool.ts';
import type { DeviceKeys } from '../../identity/device-keys.ts';
import { describeAgent } from '../../identity/sessions/devices.ts';
import { PAGE, readBatch, readCursor, readOrders } from './store.ts';

export type ReceiptDeps = {
  readonly pool: Pool;
  readonly deviceKeys: DeviceKeys;
  readonly now: () => number;
  /** The wall clock, against which a device checks its own clock. */
  readonly wallNow: () => number;
};

type ReceiptHandlers = Pick<
  Handlers,
  'POST receipts/device_key' | 'GET receipts/device_keys' | 'GET receipts/orders' | 'GET receipts/batch'
>;

export function receiptHandlers({ pool, deviceKeys, now, wallNow }: ReceiptDeps): ReceiptHandlers {
  return {
    'POST receipts/device_key': async ({ public_key: publicKey, signature }, { customer, session }) => {
      const atMs = now();
      const registered = await deviceKeys.register(
        { customer, session },
        { publicKey: Buffer.from(publicKey, 'hex'), signature: Buffer.from(signature, 'hex'), atMs },
      );
      if (registered === 'wrong') return wrong('public_key');
      if (registered === 'too_many') return refuse('device_keys_too_many');
      return ok({ number: registered, time_ms: wallNow() });
    },
    'GET receipts/device_keys': async (_input, { customer }) => {
      const keys = await deviceKeys.of(customer);
      return ok({
        keys: keys.map(({ number, publicKey, atMs, agent }) => ({
          ...{ number, public_key: publicKey.toString('hex'), at_ms: atMs, ...describeAgent(agent) },
        })),
      });
    },
    'GET receipts/orders': async ({ cursor }, { customer }) => {
      const from = cursor === undefined ? undefined : readCursor(cursor);
      if (cursor !== undefined && from === undefined) return wrong('cursor');
      const items = await readOrders(pool, customer, from);
      const last = items.length > PAGE ? items[PAGE - 1] : undefined;
      return ok({
        items: items.slice(0, PAGE).map(({ view }) => view),
        next: last === undefined ? null : last.cursor,
      });
    },
    'GET receipts/batch': async ({ number }) => {
      const batch = await readBatch(pool, number);
      return batch === undefined ? refuse('trade_not_found', { field: 'number' }) : ok(batch);
    },
  };
}

function wrong(field: string) {
  return refuse('parameter_wrong', { field, params: { field } });
}
