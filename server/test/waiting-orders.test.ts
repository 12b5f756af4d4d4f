/**
 * Market orders whose newest entry is too old are accepted, freeze their cost, and fill at the first quote made afterwards,
 * whatever the quote's price. The tests run the whole server, with a market in which no entry is ever recent enough.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { fillingEntry } from '@candor/domain/trading/fill.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { readBundle, verifyBundle } from '../../verifier/src/bundle.ts';
import type { FillBundle } from '../../verifier/src/bundle.ts';
import type { Fill } from '../../verifier/src/fill.ts';
import { breaches } from '../src/app/breaches.ts';
import { spotEvidence } from '../src/features/spot/evidence.ts';
import { readEntries } from '../src/quotes/tape-store.ts';

type Order = CallOutput<'GET coin/list'>['items'][number];
type Position = CallOutput<'POST lever/my_trade'>['items'][number];

let server: WholeServer;
let owner: pg.Pool;
let token: string;

beforeAll(async () => {
  server = await openWholeServer({ feed: { kind: 'simulated', seed: 'wait', history: false, fillAgeMs: 0 } });
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  token = await server.login(0);
  await done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' });
});
afterAll(async () => {
  expect(await breaches(owner, { except: ['L22'] })).toEqual([]);
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

async function done(name: string, fields: Record<string, unknown>): Promise<never> {
  for (let tries = 0; ; tries += 1) {
    const { body } = await server.call(name, { fields, token });
    if (body.type === 'ok') return body.message as never;
    if (!['busy', 'trading_closed'].includes(body.error) || tries === 100)
      throw new Error(JSON.stringify(body));
    await delay(100);
  }
}

const trade = (fields: Record<string, unknown>): Promise<{ id: string; status: string; legs: unknown[] }> =>
  done('POST coin/trade', fields);

/** Returns the row once it has been filled, cancelled or closed. */
async function ended<Row extends { id: string }>(
  name: string,
  id: string,
  isOver: (row: Row) => boolean,
): Promise<Row> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { items } = (await done(name, {})) as { items: Row[] };
    const row = items.find((one) => one.id === id);
    if (row !== undefined && isOver(row)) return row;
    await delay(50);
  }
  throw new Error(`expected ${id} to close in time, still waiting`);
}

const filled = (id: string) => ended<Order>('GET coin/list', id, ({ status }) => status !== 'open');

/** Returns the number of the entry that the rule determines for a request accepted at a given time. */
async function ruled(symbol: string, accepted: { at_ms: string; seq: string; fill_age_ms: number }) {
  const acceptedSeq = BigInt(accepted.seq);
  const entries = await readEntries(owner, { symbol, fromSeq: acceptedSeq, limit: 50 });
  const at = { acceptedMs: Number(accepted.at_ms), acceptedSeq, fillAgeMs: accepted.fill_age_ms };
  return Number(fillingEntry(at, entries)?.seq);
}

async function acceptanceOf(sql: string, id: string) {
  const { rows } = await owner.query<{ at_ms: string; seq: string; fill_age_ms: number }>(sql, [id]);
  if (rows[0] === undefined) throw new Error(`expected row ${id}, found none`);
  return rows[0];
}

const OF_ORDER = 'select created_ms as at_ms, armed_seq as seq, fill_age_ms from spot_order where id = $1';
const OF_SECOND =
  'select created_ms as at_ms, to_armed_seq as seq, to_fill_age_ms as fill_age_ms from spot_order where id = $1';
const OF_OPENING = 'select created_ms as at_ms, created_seq as seq, fill_age_ms from position where id = $1';

test.each([
  ['a purchase for an amount', { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '900' }],
  ['a purchase of a quantity', { symbol: 'ETH/USDT', side: 'buy', type: 'market', quantity: '0.1' }],
  ['a sale', { symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: '0.001' }],
])('fills %s at the next quote, and refuses to cancel it before that quote', async (_, order) => {
  const answer = await trade(order);
  expect(answer).toMatchObject({ status: 'open', legs: [] });
  const { body } = await server.call('POST order/cancel', { fields: { id: answer.id }, token });
  expect(body).toMatchObject({ type: 'error', error: 'order_not_cancellable' });
  const { status, legs, filled_quantity: quantity } = await filled(answer.id);
  expect(status).toBe('filled');
  expect(quantity).toBe(legs[0]?.quantity);
  expect(legs[0]?.tape_seq).toBe(await ruled(order.symbol, await acceptanceOf(OF_ORDER, answer.id)));
  if ('amount' in order) {
    const spent = Number(legs[0]?.value) + Number(legs[0]?.fee);
    expect(spent).toBeLessThanOrEqual(900);
    expect(spent).toBeGreaterThan(898);
  }
});

test('fills each leg of a coin-to-coin order at the next quote on its own tape', async () => {
  const { id, status } = await trade({ from: 'BTC', to: 'ETH', amount: '0.002' });
  expect(status).toBe('open');
  const { legs, ...order } = await filled(id);
  expect([order.status, order.reason, legs.length]).toEqual(['filled', null, 2]);
  expect(legs.map(({ tape_seq: seq }) => seq)).toEqual([
    await ruled('BTC/USDT', await acceptanceOf(OF_ORDER, id)),
    await ruled('ETH/USDT', await acceptanceOf(OF_SECOND, id)),
  ]);
});

test('cancels an order that would fill beyond the customer’s worst price, and returns its hold', async () => {
  const { id } = await trade({ from: 'BTC', to: 'ETH', amount: '0.001' });
  const { legs } = await filled(id);
  const before = Number(legs[1]?.quantity);
  // The bound is within a tick of the current proceeds, so about every second order is refused, and none fills for less.
  for (let at = 0; at < 4; at += 1) {
    const fields = { from: 'BTC', to: 'ETH', amount: '0.001', worst_amount: (before * 0.9999).toFixed(4) };
    const { body } = await server.call('POST coin/trade', { fields, token });
    if (body.type === 'error') {
      expect(['price_moved', 'busy', 'trading_closed']).toContain(body.error);
      continue;
    }
    const order = await filled((body.message as { id: string }).id);
    if (order.status === 'filled') {
      expect(Number(order.legs[1]?.quantity)).toBeGreaterThanOrEqual(Number(fields.worst_amount));
    } else expect([order.status, order.reason]).toEqual(['cancelled', 'price_moved']);
  }
});

/** Expects the entry at which a row was closed to be the first quote made after the request. */
async function endedByRule(sql: string, id: string, symbol: string): Promise<void> {
  const { rows } = await owner.query<{ ended: string; at_ms: string; seq: string }>(sql, [id]);
  const asked = { at_ms: rows[0]?.at_ms ?? '', seq: rows[0]?.seq ?? '', fill_age_ms: 0 };
  expect(Number(rows[0]?.ended)).toBe(await ruled(symbol, asked));
  expect(Number(rows[0]?.ended)).toBeGreaterThan(Number(asked.seq));
}

test('cancels resting orders, individually or all together, at the first quote made after the request', async () => {
  const far = { symbol: 'ETH/USDT', side: 'buy', type: 'limit', quantity: '0.1', price: '10' };
  const ids = [await trade(far), await trade(far), await trade(far)].map(({ id }) => id);
  expect(await done('POST order/cancel', { id: ids[0] })).toEqual({ id: ids[0], status: 'open' });
  expect(await done('POST order/cancel_all', { symbol: 'ETH/USDT' })).toEqual(
    expect.arrayContaining([
      { id: ids[1], status: 'open' },
      { id: ids[2], status: 'open' },
    ]),
  );
  for (const id of ids) {
    const order = await filled(id);
    expect([order.status, order.reason, order.cancel_asked_at]).toEqual([
      'cancelled',
      'customer',
      expect.any(Number),
    ]);
    await endedByRule(
      'select ended_seq as ended, cancel_ms as at_ms, cancel_seq as seq from spot_order where id = $1',
      id,
      'ETH/USDT',
    );
  }
});

test('cancels resting leveraged orders at the first quote made after the request', async () => {
  const deal = {
    symbol: 'BTC/USDT',
    side: 'long',
    type: 'limit',
    price: '100',
    quantity: '0.02',
    leverage: 10,
  };
  const [one, other] = [await done('POST lever/submit', deal), await done('POST lever/submit', deal)] as {
    id: string;
  }[];
  expect(await done('POST lever/cancel', { id: one!.id })).toEqual({ id: one!.id, status: 'pending' });
  expect(await done('POST lever/cancel_all', {})).toEqual(
    expect.arrayContaining([{ id: other!.id, status: 'pending' }]),
  );
  for (const { id } of [one!, other!]) {
    const row = await ended<Position>('POST lever/my_trade', id, ({ status }) => status !== 'pending');
    expect([row.status, row.reason]).toEqual(['cancelled', 'customer']);
    await endedByRule(
      'select ended_seq as ended, cancel_ms as at_ms, cancel_seq as seq from position where id = $1',
      id,
      'BTC/USDT',
    );
  }
});

test('opens a position at the next quote, and closes it in part and in full at the first quotes after the requests', async () => {
  const deal = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.02', leverage: 10 };
  const opened: { id: string; status: string; price: string | null } = await done('POST lever/submit', deal);
  expect(opened).toMatchObject({ status: 'pending', price: null });
  const { id } = opened;
  const taken = await server.call('POST lever/cancel', { fields: { id }, token });
  expect(taken.body).toMatchObject({ type: 'error', error: 'order_not_cancellable' });
  const list = 'POST lever/my_trade';
  const open = await ended<Position>(list, id, ({ status }) => status !== 'pending');
  expect(open.status).toBe('open');
  expect(open.entry_seq).toBe(await ruled('BTC/USDT', await acceptanceOf(OF_OPENING, id)));

  // Levels and margin take effect from the first quote made after the request. Further requests before that quote are refused.
  const price = Number(open.entry_price);
  const stop = { id, stop_loss: (price * 0.8).toFixed(1), add_margin: '10' };
  const before: Position = await done('POST lever/setstop', stop);
  expect([before.stop_loss, before.liquidation_price]).toEqual([null, open.liquidation_price]);
  expect(before.change).toMatchObject({ stop_loss: expect.any(String), margin: '10' });
  const changed = await ended<Position>(list, id, ({ change }) => change === null);
  expect(changed.stop_loss).toBe(before.change?.stop_loss);
  expect(Number(changed.liquidation_price)).toBeLessThan(Number(open.liquidation_price));
  const { rows: changes } = await owner.query<{ armed: string; seq: string }>(
    `select armed -> 'stop' ->> 1 as armed, change_seq as seq from position where id = $1`,
    [id],
  );
  expect(changes[0]?.armed).toBe(changes[0]?.seq);

  // Changes that wait for the same quote take effect before a partial closing.
  await done('POST lever/setstop', { id, stop_loss: null, add_margin: '10' });
  const part = await done('POST lever/close', { id, quantity: '0.005' });
  expect(part).toMatchObject({ status: 'closing', price: null });
  const rest = await ended<Position>(list, id, ({ status }) => status === 'open');
  expect([rest.open_quantity, rest.closing_quantity, rest.reason]).toEqual(['0.015', null, null]);
  expect([rest.change, rest.stop_loss]).toEqual([null, null]);
  await done('POST lever/dealall', {});
  const closed = await ended<Position>(list, id, ({ status }) => status === 'closed');
  expect(closed.closes.map(({ quantity, reason }) => [quantity, reason])).toEqual([
    ['0.005', 'customer'],
    ['0.015', 'close_all'],
  ]);
  const { rows } = await owner.query<{ at_ms: string; seq: string; fill_age_ms: number }>(
    `select c.asked_ms as at_ms, c.asked_seq as seq, p.fill_age_ms from position p,
       jsonb_to_recordset(p.closes) as c (asked_ms text, asked_seq text) where p.id = $1`,
    [id],
  );
  const seqs = await Promise.all(rows.map((asked) => ruled('BTC/USDT', asked)));
  expect(closed.closes.map(({ tape_seq: seq }) => seq)).toEqual(seqs);
});

test('delays an exchange until the next price shows whether the firm price still holds', async () => {
  const asked = { from: 'USDT', to: 'BTC', amount: '50' };
  const quote: { quote_id: string; to_amount: string } = await done('POST wallet/flash_quote', asked);
  const { body } = await server.call('POST wallet/flashAgainst', {
    fields: { ...asked, quote_id: quote.quote_id },
    token,
  });
  if (body.type === 'error') return expect(body.error).toBe('quote_expired');
  expect(body.message).toMatchObject({ to_amount: quote.to_amount });
  const { rows } = await owner.query<{
    at_ms: string;
    tape_seq: string;
    seen_seq: string;
    written_ms: string;
  }>(
    `select e.asked_ms as at_ms, l.tape_seq, l.seen_seq, t.time_ms as written_ms from exchange e,
       jsonb_to_recordset(e.legs::jsonb) as l (tape_seq text, seen_seq text), tape t
       where t.symbol = 'BTC/USDT' and t.seq = l.seen_seq::bigint`,
  );
  expect(Number(rows[0]?.seen_seq)).toBeGreaterThan(Number(rows[0]?.tape_seq));
});

test("includes the customer's worst price in a market order's evidence, and the verifier rejects a fill beyond that price", async () => {
  const worst = '90000000';
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.001', worst_price: worst };
  const { id } = await trade(order);
  await filled(id);
  const body = await vi.waitFor(
    async () => {
      const { rows } = await owner.query<{ book: string; public_key: Buffer }>(
        'select o.book, c.public_key from spot_order o, checkpoint c where o.id = $1 limit 1',
        [id],
      );
      const [of] = rows;
      if (of === undefined) throw new Error('expected a checkpoint, found none');
      const evidence = spotEvidence({ pool: owner, publicKey: of.public_key });
      const made = await evidence(BigInt(of.book), { id: BigInt(id) });
      if (!made.ok) throw new Error('expected a signature after the fill, found none');
      return made.value.body;
    },
    { timeout: 30_000, interval: 250 },
  );
  const bundle = readBundle(JSON.parse(body)) as FillBundle;
  expect(bundle.fill).toMatchObject({ limit: worst });
  expect(verifyBundle(bundle).state).toBe('proved');
  const { findings } = verifyBundle({ ...bundle, fill: { ...bundle.fill, limit: '1' } as Fill });
  expect(findings.map(({ code }) => code)).toEqual(['worse_than_limit']);
}, 60_000);
