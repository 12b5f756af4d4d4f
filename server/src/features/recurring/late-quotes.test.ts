/**
 * If no entry is fresh enough to fill at, as is usual with an external feed, a plan's order waits for the next quote like any
 * other order. A due time has one outcome, however often it is fired and from however many processes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Executor } from '../../commands/executor.ts';
import { breaches } from '../../app/breaches.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LIMITS } from '../../limits.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { buyAtMarket } from '../spot/purchase.ts';
import { recurringTriggers } from './triggers.ts';
import { openBuying } from './testing/buyer.ts';
import type { Buying } from './testing/buyer.ts';

let buying: Buying;
/** Connection pools of two further processes, with the role that moves money. */
let pools: Pool[];
let executors: Executor[];

beforeAll(async () => {
  buying = await openBuying(0);
  pools = [1, 2].map(() => createPool(buying.server.appUrl, { max: 4 }));
  executors = pools.map(
    (pool, at) =>
      new Executor({
        ...{ pool, slots: [12 + at], limits: LIMITS.commands, nowMs: Date.now },
        ...{ onCommitted: () => undefined, log: () => undefined },
      }),
  );
}, 60_000);
afterAll(async () => {
  for (const executor of executors) await executor.close();
  for (const pool of pools) await pool.end();
  expect(await breaches(buying.owner)).toEqual([]);
  await buying.close();
});

test('records a waiting purchase before its price is known, and its outcome at the next quote', async () => {
  const { id } = await buying.create();
  const dueMs = await buying.makeDue(id);
  const purchase = await buying.outcomeOf(id, dueMs);
  expect(purchase).toMatchObject({ status: 'bought', fill: { symbol: 'BTC/USDT', side: 'buy' } });
  const { rows } = await buying.owner.query<{
    version: number;
    armed_seq: string;
    tape_seq: string;
    accepted: string;
  }>(
    `select u.version, u.armed_seq, f.tape_seq, o.armed_seq as accepted from recurring_purchase u
      join spot_order o on o.book = u.book and o.id = u.order_id join spot_fill f on f.book = o.book and f.order_id = o.id where u.plan = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
  // A version above 1 shows that the row was written before the price was known and updated afterwards.
  expect(rows[0]?.version).toBeGreaterThan(1);
  expect(Number(rows[0]?.tape_seq)).toBeGreaterThan(Number(rows[0]?.accepted));
  expect(await buying.toldOf()).toEqual(['recurring_bought']);
  await buying.done('POST recurring/delete', { id });
});

type Row = { book: string; version: number };
type Head = { seq: string; time_ms: string };

/** Fires both triggers of a plan twice from each of the two processes, all at the newest entry. */
async function fireEverywhere(id: string): Promise<string[]> {
  const [plan] = (
    await buying.owner.query<Row>('select book, version from recurring_plan where id = $1', [id])
  ).rows;
  const [head] = (
    await buying.owner.query<Head>(`select seq, time_ms from tape_head where symbol = 'BTC/USDT'`)
  ).rows;
  if (plan === undefined || head === undefined)
    throw new Error('expected a plan and a market head, found one of them missing');
  const entry = { symbol: 'BTC/USDT', seq: BigInt(head.seq), timeMs: Number(head.time_ms) } as never;
  const trigger = { book: BigInt(plan.book), row: BigInt(id), version: plan.version } as never;
  const platforms = executors.map((executor) => ({
    ...{ executor, pool: undefined as never, jurisdictions: 'demo' as const, now: Date.now },
    ...{ terms: { instrument: (one: unknown) => one } as never, instruments },
  }));
  const firings = platforms.flatMap((platform) =>
    recurringTriggers(platform as never, buyAtMarket)
      .slice(0, 2)
      .flatMap(({ fire }) => [fire({ trigger, entry }), fire({ trigger, entry })]),
  );
  return Promise.all(firings);
}

test('buys once if two processes each fire the same due time twice', async () => {
  const { id } = await buying.create();
  const dueMs = await buying.makeDue(id, { tells: false });
  expect(new Set(await fireEverywhere(id))).toEqual(new Set(['done']));
  await buying.outcomeOf(id, dueMs);
  const bought = await buying.owner.query(
    `select from spot_order o join recurring_purchase u on u.book = o.book and u.order_id = o.id where u.plan = $1`,
    [id],
  );
  expect(bought.rowCount).toBe(1);
  // Only the first firing advanced the due time.
  const { rows } = await buying.owner.query('select due_ms from recurring_plan where id = $1', [id]);
  expect(Number(rows[0]?.due_ms)).toBe(dueMs + 86_400_000);
  await buying.done('POST recurring/delete', { id });
});

/**
 * Writes a due purchase whose order waits with `held` frozen, and then executes `then`. Uses the role that executes commands,
 * without a session.
 */
async function waitsWith(id: string, held: string, then?: string, change: object = {}): Promise<string> {
  const [pool] = pools;
  if (pool === undefined) throw new Error('expected a pool, found none');
  const undone = new Error('rolled back on purpose');
  const order = 900_001;
  const statements = [
    `insert into recurring_purchase (book, id, plan, due_ms, status, amount, order_id, version, armed_seq, time_ms)
      select book, ${order}, id, due_ms, 'ordered', amount, ${order}, 1, armed_seq, market_ms()::bigint from recurring_plan where id = ${id}`,
    `insert into spot_order select (jsonb_populate_record(o, jsonb_build_object('id', ${order}, 'status', 'open', 'filled_quantity', 0,
        'created_ms', m.ms, 'updated_ms', m.ms, 'armed_seq', h.seq, 'quantity', q.quantity, 'held', ${held}) || '${JSON.stringify(change)}')).*
      from spot_order o cross join tape_head h cross join (select market_ms()::bigint as ms offset 0) m
        cross join lateral (select floor(50 / (1 + o.fee_rate) / h.ask / 0.00001) * 0.00001 as quantity) q
      where h.symbol = 'BTC/USDT' and o.id = (select max(id) from spot_order where budget = 50)`,
    `with turn as (update book set seq = seq + 1 where id = (select book from spot_order where id = ${order}) returning id, seq)
      insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      select turn.id, turn.seq, 'spot_hold', 'spot_order:${order}', o.created_ms, 0, '{spot,spot_frozen}', '{USDT,USDT}', array[-o.held, o.held]
      from turn, spot_order o where o.id = ${order}`,
    `update recurring_plan set due_ms = due_ms + 86400000, version = version + 1 where id = ${id}`,
  ];
  try {
    await inTransaction(pool, async (at) => {
      // The statements are sent one after the other, because they form one transaction.
      // oxlint-disable-next-line no-await-in-loop
      for (const sql of statements) await at.query(sql);
      await at.query('set constraints all immediate');
      if (then !== undefined) {
        // The order fills at an entry that hasn't arrived yet.
        await delay(800);
        await at.query(then);
      }
      throw undone;
    });
  } catch (error) {
    const { constraint, message } = error as Error & { constraint?: string };
    return error === undone ? 'written' : (constraint ?? message);
  }
  throw new Error('expected the transaction to be rolled back');
}
const COST = 'ceil(ceil(q.quantity * h.ask * 100000000) * (1 + o.fee_rate)) / 100000000';

test('the database accepts a plan’s waiting order only if exactly its cost is frozen, and a filled order only with its fill', async () => {
  const { id } = await buying.create();
  await buying.makeDue(id, { tells: false });
  const filled = (quantity: string) =>
    `set constraints all deferred; update spot_order set status = 'filled', quantity = ${quantity}, filled_quantity = ${quantity}, held = 0, version = version + 1
      where id = 900001`;
  expect(await waitsWith(id, COST)).toBe('written');
  // Every waiting order is subject to this constraint.
  expect(await waitsWith(id, `${COST} * 100`)).toBe('spot_order_in_time');
  expect(await waitsWith(id, '0.01')).toBe('spot_order_in_time');
  expect(await waitsWith(id, COST, filled('quantity'))).toBe('written');
  expect(await waitsWith(id, COST, `${filled('quantity')}; set constraints check_due_run immediate`)).toBe(
    'spot_order_filled',
  );
  expect(await waitsWith(id, COST, filled('0.00001'))).toBe('spot_order_in_time');
  expect(
    await waitsWith(
      id,
      COST,
      'set constraints all deferred; update spot_order set held = 0.01 where id = 900001',
    ),
  ).toBe('spot_order_in_time');
  await buying.done('POST recurring/delete', { id });
});

test.each([
  ['the maximum version', { version: 2_147_483_647 }, 'recurring_purchase_holds'],
  ['a partial fill', { filled_quantity: 0.00001 }, 'spot_order_filled_whole'],
  ['a limit price', { price: 1 }, 'spot_order_kind'],
  ['a reason', { reason: 'liquidity_insufficient' }, 'recurring_purchase_holds'],
  ['a time that differs from the purchase’s', { updated_ms: 9_000_000_000_000 }, 'recurring_purchase_holds'],
])('the database rejects a plan’s waiting order with %s', async (_, change, constraint) => {
  const { id } = await buying.create();
  await buying.makeDue(id, { tells: false });
  expect(await waitsWith(id, COST, undefined, change)).toBe(constraint);
  await buying.done('POST recurring/delete', { id });
});

test('arms due plans and waiting purchases when the engine starts', async () => {
  const { id } = await buying.create();
  await buying.makeDue(id, { tells: false });
  const connection = await buying.owner.connect();
  const found: string[] = [];
  try {
    for (const { kind, openTriggers } of recurringTriggers(
      { terms: { instrument: () => undefined } } as never,
      buyAtMarket,
    )) {
      for await (const trigger of openTriggers(connection)) if (trigger.row === BigInt(id)) found.push(kind);
    }
  } finally {
    connection.release();
  }
  expect(found).toEqual(['recurring_due', 'recurring_late']);
  await buying.done('POST recurring/delete', { id });
});
