/** Webhooks on a complete server: an unmodified client of the scheme verifies what a receiver on this machine gets. */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import { webhookEvents } from '@candor/protocol/webhook-events.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import * as v from 'valibot';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { forgetSome } from './deliveries.ts';
import { limits } from './limits.ts';
import { PAUSES_MS } from './schedule.ts';
import { Receiver } from './testing/receiver.ts';
import type { Received } from './testing/receiver.ts';

const PASSWORD = 'Demo-lena-1';
const CONFIRMED = { current_password: PASSWORD };
const ALL = [
  'ticket.settled',
  'order.filled',
  'order.cancelled',
  'position.opened',
  'position.closed',
  'deposit.credited',
  'withdrawal.changed',
];

let receiver: Receiver;
let server: WholeServer;
let pool: Pool;
let token: string;
let paths = 0;

beforeAll(async () => {
  receiver = await Receiver.open();
  server = await openWholeServer({ midweek: true, pushServices: `fcm.googleapis.com,${receiver.origin}` });
  pool = createPool(server.ownerUrl, { max: 4 });
  token = await server.login(0);
});
afterEach(async () => {
  receiver.manner = 204;
  const { items } = await ok('GET webhooks');
  for (const { id } of items) await ok('POST webhooks/delete', { id, ...CONFIRMED });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
  await receiver.close();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
});

async function ask(name: CallName, fields: Record<string, unknown> = {}, by = token) {
  return (await server.call(name, { token: by, fields })).body;
}

async function ok<Name extends CallName>(
  name: Name,
  fields: Record<string, unknown> = {},
): Promise<CallOutput<Name>> {
  const body = await ask(name, fields);
  if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, found ${JSON.stringify(body)}`);
  return body.message as CallOutput<Name>;
}

type Made = { readonly id: string; readonly secret: string; readonly path: string };

async function make(kinds: readonly string[] = ALL): Promise<Made> {
  paths += 1;
  const path = `/hook/${paths}`;
  const { id, secret } = await ok('POST webhooks/create', {
    url: receiver.origin + path,
    kinds,
    ...CONFIRMED,
  });
  return { id, secret, path };
}

type Event = { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };

const soon = { timeout: 10_000, interval: 20 };
async function arrives({ path }: Pick<Made, 'path'>, count = 1, timeout = soon.timeout): Promise<Received[]> {
  await vi.waitFor(() => expect(receiver.of(path).length).toBeGreaterThanOrEqual(count), {
    ...soon,
    timeout,
  });
  return receiver.of(path);
}
const headersOf = ({ headers }: Received) => headers as Record<string, string>;
/** Checks that an event matches the reference, and returns it. */
function verified(secret: string, got: Received): Event {
  const event = new Webhook(secret).verify(got.body, headersOf(got)) as Event;
  const schema = webhookEvents[event.type as keyof typeof webhookEvents];
  expect(v.safeParse(schema, event.data).issues).toBeUndefined();
  return event;
}
const idOf = (got: Received | undefined): string => String(got?.headers['webhook-id']);

const TICKET = {
  ...{ symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '10', currency: 'USDT', payout_ratio: '0.8' },
};
const buy = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '20' };
const deliveries = async (id: string) => (await ok('GET webhooks/deliveries', { id })).items;
/** Makes waiting deliveries due immediately, without the pause. */
const due = () =>
  pool.query(`update webhook_delivery set next_try_ms = 0 where status = 'waiting' and tries > 0`);
const settled = (id: string, status: string) =>
  vi.waitFor(async () => expect((await deliveries(id))[0]).toMatchObject({ status }), soon);

describe('an event', () => {
  test('arrives signed, with the row as the API lists it', async () => {
    const hook = await make();
    const { id } = await ok('POST coin/trade', buy);
    const [got] = (await arrives(hook)) as [Received];
    const event = verified(hook.secret, got);
    expect(idOf(got)).toBe(`order_filled_${id}`);
    expect(event.type).toBe('order.filled');
    expect(Math.abs(Date.parse(event.timestamp) - Date.now())).toBeLessThan(60_000);
    const listed = (await ok('GET coin/list', { limit: '1' })).items[0];
    expect(event.data).toEqual(listed);
    await settled(hook.id, 'delivered');
    const [delivery] = await deliveries(hook.id);
    expect(delivery).toMatchObject({ event: idOf(got), kind: 'order.filled', next_at: null });
    expect(delivery?.attempts).toMatchObject([{ status: 204, error: null }]);
    expect(() => verified('whsec_' + Buffer.alloc(32, 7).toString('base64'), got)).toThrow();
    expect(() =>
      new Webhook(hook.secret).verify(got.body.replace('filled', 'failed'), headersOf(got)),
    ).toThrow();
  });

  test('arrives for a cancelled order, and for a position that opens and closes', async () => {
    const hook = await make();
    const resting = await ok('POST coin/trade', {
      ...buy,
      amount: undefined,
      type: 'limit',
      quantity: '0.001',
      price: '1000',
    });
    await ok('POST order/cancel', { id: resting.id });
    await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '500' });
    const opening = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 20 };
    const { id } = await ok('POST lever/submit', opening);
    await vi.waitFor(async () => {
      const { rows } = await pool.query('select status from position where id = $1', [id]);
      expect(rows).toEqual([{ status: 'open' }]);
    }, soon);
    await ok('POST lever/close', { id });
    const got = await arrives(hook, 3);
    for (const one of got) verified(hook.secret, one);
    expect(new Set(got.map(idOf))).toEqual(
      new Set([`order_cancelled_${resting.id}`, `position_opened_${id}`, `position_closed_${id}`]),
    );
  });

  test('arrives with a separate id for each part of a position that the customer closes', async () => {
    const hook = await make(['position.partly_closed', 'position.closed']);
    await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '500' });
    const opening = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.03', leverage: 20 };
    const { id } = await ok('POST lever/submit', opening);
    const is = (status: string, closings: number) =>
      vi.waitFor(async () => {
        const { rows } = await pool.query(
          'select status, jsonb_array_length(closes) as closings from position where id = $1',
          [id],
        );
        expect(rows).toEqual([{ status, closings }]);
      }, soon);
    await is('open', 0);
    await ok('POST lever/close', { id, quantity: '0.01' });
    await is('open', 1);
    await ok('POST lever/reduce', { symbol: 'BTC/USDT', side: 'short', quantity: '0.01' });
    await is('open', 2);
    await ok('POST lever/close', { id });
    const got = await arrives(hook, 3);
    const events = new Map(got.map((one) => [idOf(one), verified(hook.secret, one)]));
    const openAt = (event: string) => events.get(event)?.data['open_quantity'];
    expect(events.size).toBe(3);
    expect([1, 2].map((nth) => openAt(`position_partly_closed_${id}_${nth}`))).toEqual(['0.02', '0.01']);
    expect(openAt(`position_closed_${id}`)).toBe('0');
  });

  test('is sent only to the customer’s webhooks that subscribe to its kind', async () => {
    const other = await server.login(1);
    const [mine, narrow] = [await make(['order.filled']), await make(['order.cancelled'])];
    await ask('POST coin/trade', buy, other);
    await ok('POST coin/trade', buy);
    await arrives(mine);
    await settled(mine.id, 'delivered');
    expect([receiver.of(mine.path).length, receiver.of(narrow.path).length]).toEqual([1, 0]);
    expect(await deliveries(narrow.id)).toEqual([]);
  });
});

describe('an event about money', () => {
  /** Changes a row as the database's owner, with all triggers disabled except the one that sends its event. */
  async function become(table: string, change: string, trigger: string): Promise<void> {
    await pool.query(`begin; alter table ${table} disable trigger user; alter table ${table} enable trigger ${trigger};
      ${change}; alter table ${table} enable trigger user; commit`);
  }

  test('is sent for a credited deposit, and at each change of a withdrawal’s state', async () => {
    const hook = await make();
    const { rows } = await pool.query<{ id: string }>(`select id from customer where account = 'lena'`);
    const book = rows[0]?.id ?? '';
    await become(
      'deposit',
      `alter table deposit drop constraint deposit_voucher_fkey;
       insert into deposit (book, id, currency, network, amount, value_usdt, placed_day, voucher, voucher_digest, status, version, submitted_ms, deadline_ms, needs_second)
         values (${book}, 77, 'USDT', 'tron', 100, 100, 1, 'none', sha256('x'), 'under_review', 1, 1, 2, false);
       update deposit set status = 'success', decided_ms = 3, reference = 'r', reference_key = 'r', credited_currency = 'USDT', credited_amount = 100,
         version = 2 where id = 77`,
      'webhook_hears',
    );
    const [got] = (await arrives(hook)) as [Received];
    const credited = verified(hook.secret, got);
    expect([idOf(got), credited.type]).toEqual(['deposit_credited_77', 'deposit.credited']);
    await become(
      'withdrawal',
      `alter table withdrawal drop constraint withdrawal_book_address_id_fkey; alter table withdrawal enable trigger webhook_hears_new;
       insert into withdrawal (book, id, currency, network, address_id, address, amount, fee, status, version, requested_ms, deadline_ms, needs_second)
         values (${book}, 78, 'USDT', 'tron', 1, 'T', 100, 1, 'under_review', 1, 1, 2, false);
       update withdrawal set status = 'failed', reason = 'cancelled_by_customer', decided_ms = 3, version = 2 where id = 78`,
      'webhook_hears',
    );
    const all = (await arrives(hook, 3)).slice(1);
    const events = all
      .map((one) => verified(hook.secret, one))
      .toSorted((one, next) => String(next.data['status']).localeCompare(String(one.data['status'])));
    expect(new Set(all.map(idOf))).toEqual(new Set(['withdrawal_changed_78_1', 'withdrawal_changed_78_2']));
    // The first event reports the state at that time.
    expect(events.map(({ data }) => data['status'])).toEqual(['under_review', 'failed']);
  });

  test('is sent for a ticket once the tape settles it', async () => {
    const hook = await make();
    await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '50' });
    const { id } = await ok('POST microtrade/submit', TICKET);
    const [got] = (await arrives(hook, 1, 60_000)) as [Received];
    const event = verified(hook.secret, got);
    expect([idOf(got), event.type]).toEqual([`ticket_settled_${id}`, 'ticket.settled']);
  }, 90_000);
});

describe('a receiver', () => {
  test('that fails gets the same id and text again at increasing intervals, until its webhook is turned off', async () => {
    const hook = await make();
    receiver.manner = 500;
    await ok('POST webhooks/test', { id: hook.id });
    for (const [at, pause] of PAUSES_MS.entries()) {
      await arrives(hook, at + 1);
      await vi.waitFor(
        async () => expect((await deliveries(hook.id))[0]?.attempts).toHaveLength(at + 1),
        soon,
      );
      const next = (await deliveries(hook.id))[0]?.next_at ?? 0;
      const waitsMs = next * 1000 - Date.now();
      expect(waitsMs).toBeGreaterThan(pause - 5_000);
      expect(waitsMs).toBeLessThan(pause * 1.1 + 1_000);
      await due();
    }
    await settled(hook.id, 'failed');
    const got = await arrives(hook, PAUSES_MS.length + 1);
    expect(got).toHaveLength(PAUSES_MS.length + 1);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
    expect(new Set(got.map(idOf)).size).toBe(1);
    for (const one of got) verified(hook.secret, one);
    await vi.waitFor(
      async () =>
        expect((await ok('GET webhooks')).items[0]).toMatchObject({ status: 'off', reason: 'failing' }),
      soon,
    );
    const { items } = await ok('GET user/usermessage', { limit: '5' });
    expect(items.map(({ kind }) => kind)).toContain('webhook_stopped');
    // Once it is turned on again, it stays on, and failed events can be sent again under their ids.
    receiver.manner = 200;
    const { url, kinds } = (await ok('GET webhooks')).items[0]!;
    await ok('POST webhooks/change', { id: hook.id, url, kinds, enabled: true, ...CONFIRMED });
    const [failed] = await deliveries(hook.id);
    await ok('POST webhooks/deliver_again', { id: hook.id, delivery: failed?.id });
    await settled(hook.id, 'delivered');
    expect(idOf((await arrives(hook, PAUSES_MS.length + 2)).at(-1))).toBe(failed?.event);
    expect((await ok('GET webhooks')).items[0]).toMatchObject({ status: 'on', failing: 0 });
  }, 60_000);

  test('that answers 410 is turned off immediately, and its pending deliveries are stopped', async () => {
    const hook = await make();
    receiver.manner = 500;
    await ok('POST coin/trade', buy);
    await arrives(hook);
    receiver.manner = 410;
    await ok('POST coin/trade', buy);
    await vi.waitFor(
      async () =>
        expect((await ok('GET webhooks')).items[0]).toMatchObject({ status: 'off', reason: 'gone' }),
      soon,
    );
    expect((await deliveries(hook.id)).map(({ status }) => status)).toEqual(['gone', 'stopped']);
    expect(await ask('POST webhooks/test', { id: hook.id })).toMatchObject({ error: 'webhook_off' });
    await ok('POST coin/trade', buy);
    expect(await deliveries(hook.id)).toHaveLength(2);
  });

  test('that redirects to an address of this machine is not followed', async () => {
    const hook = await make();
    receiver.manner = { redirect: `${receiver.origin}/stolen` };
    await ok('POST webhooks/test', { id: hook.id });
    await vi.waitFor(
      async () => expect((await deliveries(hook.id))[0]?.attempts).toMatchObject([{ status: 307 }]),
      soon,
    );
    expect(receiver.of('/stolen')).toEqual([]);
  });

  test('that hangs gets at most two concurrent deliveries, and delays no other webhook', async () => {
    const quick = await make();
    const slow = await make(['order.cancelled']);
    await pool.query(
      `insert into webhook_delivery (book, webhook, event, kind, payload, created_ms, status, next_try_ms)
        select w.book, w.id, 'many_' || n, 'test', '{}', 1, 'waiting', 0 from webhook w, generate_series(1, 6) n where w.id = $1`,
      [slow.id],
    );
    receiver.manner = 'silent';
    await arrives(slow, 2);
    receiver.manner = 204;
    await ok('POST webhooks/test', { id: quick.id });
    await settled(quick.id, 'delivered');
    expect(receiver.of(slow.path)).toHaveLength(2);
    await vi.waitFor(
      async () =>
        expect(
          (await deliveries(slow.id)).filter(({ attempts }) => attempts[0]?.error === 'timeout'),
        ).toHaveLength(2),
      { timeout: limits.timeoutMs + 5_000, interval: 100 },
    );
  }, 30_000);

  test('that answers with a gigabyte is cut off once its status has been read', async () => {
    const hook = await make();
    receiver.manner = 'endless';
    await ok('POST webhooks/test', { id: hook.id });
    await settled(hook.id, 'delivered');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(receiver.bytesSent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('a secret', () => {
  test('is shown once, and still signs for a day after its rotation', async () => {
    const hook = await make();
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await ok('GET webhooks'))).not.toContain(hook.secret.slice(6));
    expect(await ask('POST webhooks/rotate', { id: hook.id })).toMatchObject({
      error: 'confirmation_needed',
    });
    const { secret, both_until } = await ok('POST webhooks/rotate', { id: hook.id, ...CONFIRMED });
    expect(Math.abs(both_until - Date.now() / 1000 - 86_400)).toBeLessThan(60);
    await ok('POST webhooks/test', { id: hook.id });
    const [got] = (await arrives(hook)) as [Received];
    expect(verified(secret, got)).toEqual(verified(hook.secret, got));
    const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from webhook where id = $1', [
      hook.id,
    ]);
    expect(rows[0]?.sealed.toString('latin1')).not.toContain(secret);
  });
});

describe('a customer', () => {
  test.each([
    'https://127.0.0.1/x',
    'http://example.com/x',
    'https://user:word@example.com/x',
    'https://example.com:25/x',
    'https://localhost/x',
  ])('cannot have a webhook at %s', async (url) => {
    const wanted = { url, kinds: ALL, ...CONFIRMED };
    expect(await ask('POST webhooks/create', wanted)).toMatchObject({ error: 'webhook_url_wrong' });
    const hook = await make();
    expect(await ask('POST webhooks/change', { ...wanted, id: hook.id, enabled: true })).toMatchObject({
      error: 'webhook_url_wrong',
    });
  });

  test('must confirm creating, changing and deleting a webhook, and can have at most ten', async () => {
    const wanted = { url: 'https://example.com/x', kinds: ALL };
    expect(await ask('POST webhooks/create', wanted)).toMatchObject({ error: 'confirmation_needed' });
    const hook = await make();
    expect(await ask('POST webhooks/change', { ...wanted, id: hook.id, enabled: true })).toMatchObject({
      error: 'confirmation_needed',
    });
    expect(await ask('POST webhooks/delete', { id: hook.id })).toMatchObject({
      error: 'confirmation_needed',
    });
    for (let at = 1; at < limits.webhooksMax; at += 1) await make();
    expect(await ask('POST webhooks/create', { ...wanted, ...CONFIRMED })).toMatchObject({
      error: 'webhooks_too_many',
      params: { max: '10' },
    });
  }, 60_000);

  test('can’t list, change, delete or test another customer’s webhook', async () => {
    const hook = await make();
    await ok('POST webhooks/test', { id: hook.id });
    await settled(hook.id, 'delivered');
    const [delivery] = await deliveries(hook.id);
    const other = await server.login(1);
    const confirmed = { current_password: 'Demo-wei-2' };
    const at = { id: hook.id, ...confirmed };
    const unknown = { error: 'not_found' };
    expect(
      await ask(
        'POST webhooks/change',
        { ...at, url: 'https://example.com/x', kinds: ALL, enabled: false },
        other,
      ),
    ).toMatchObject(unknown);
    expect(await ask('POST webhooks/rotate', at, other)).toMatchObject(unknown);
    expect(await ask('POST webhooks/delete', at, other)).toMatchObject(unknown);
    expect(await ask('POST webhooks/test', { id: hook.id }, other)).toMatchObject(unknown);
    expect(
      await ask('POST webhooks/deliver_again', { id: hook.id, delivery: delivery?.id }, other),
    ).toMatchObject(unknown);
    expect(await ask('GET webhooks/deliveries', { id: hook.id }, other)).toMatchObject({
      message: { items: [], next: null },
    });
    expect((await ask('GET webhooks', {}, other)).message).toMatchObject({ items: [] });
    expect(receiver.of(hook.path)).toHaveLength(1);
  });

  test('gets webhooks and deliveries in the data export, without secrets', async () => {
    const hook = await make();
    await ok('POST webhooks/test', { id: hook.id });
    await settled(hook.id, 'delivered');
    const text = JSON.stringify(await ask('POST user/export', CONFIRMED));
    expect(text).toContain(receiver.origin + hook.path);
    expect(text).toContain('webhook_deliveries');
    expect(text).not.toContain(hook.secret.slice(6));
  });
});

test('once an account is closed, no address, secret or delivery of its webhooks is left', async () => {
  const hook = await make();
  await ok('POST webhooks/test', { id: hook.id });
  await settled(hook.id, 'delivered');
  const connection = await pool.connect();
  try {
    // The other conditions for closing an account are disabled.
    await connection.query(`begin; alter table customer disable trigger user; alter table customer enable trigger customer_ends_webhooks;
      update customer set status = 'closed', closed_ms = 1 where account = 'lena'`);
    const { rows } = await connection.query('select status, url, kinds, sealed from webhook where id = $1', [
      hook.id,
    ]);
    expect(rows).toEqual([{ status: 'deleted', url: '', kinds: '', sealed: null }]);
    await forgetSome(connection, Date.now());
    const left = await connection.query('select from webhook_delivery where webhook = $1', [hook.id]);
    expect(left.rowCount).toBe(0);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});
