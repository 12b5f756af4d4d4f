/**
 * Orders of every kind that the house leaves unfired although the tape crossed their levels. No engine runs here, so the test
 * creates such an order simply by not firing it. The audit names the order after a minute, not before, and not after it has
 * fired at the entry that reached it. A fill that was moved to a later entry cannot be explained by lateness, so the guard, with
 * its own login, reports it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { breaches, guardedInvariants } from '../../app/breaches.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { ask } from '../../ledger/invariants.ts';
import { entryAt } from '../../positions/testing/world.ts';
import { BTC, restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
const { quoted, rests, fires } = world;
type Order = Parameters<typeof rests>[0];

const LEFT = 'L16: what an entry reached a minute ago has fired';
let guard: Pool;
beforeAll(() => {
  guard = createPool(world.guardUrl, { max: 1, auditing: true });
});
afterAll(() => guard.end());

async function left(): Promise<string[]> {
  const found = await breaches(world.house.pool);
  return found.filter(({ invariant }) => invariant === LEFT).map(({ detail }) => detail);
}
/** Returns the findings of an audit two minutes later. */
async function leftLater(): Promise<string[]> {
  const forward = (ms: number) =>
    world.house.owner('update clock set base_market_ms = base_market_ms + $1', [ms]);
  await forward(120_000);
  try {
    return await left();
  } finally {
    await forward(-120_000);
  }
}

/** Returns the guard's findings about the times of fills, without their amounts. */
async function guarded(): Promise<string[]> {
  const ofTime = guardedInvariants.filter(({ invariant }) => invariant.startsWith('L16: time: what '));
  const found = await ask(guard, ofTime);
  return found.map(({ invariant, detail }) => `${invariant.slice('L16: time: '.length)}: ${detail}`);
}

/** Moves a fill to another entry, as the database's owner could. */
const moves = (id: bigint, by: number) =>
  world.house.owner(
    `begin; alter table spot_fill disable trigger user;
      update spot_fill f set tape_seq = t.seq from tape t
        where f.order_id = ${id} and t.symbol = f.symbol and t.seq = f.tape_seq + ${by};
      alter table spot_fill enable trigger user; commit`,
  );

async function reachedBy(id: bigint) {
  const [first] = await world.house.owner<{ seq: string; bid: string; time: string; version: number }>(
    `select t.seq, t.bid, t.time_ms as time, o.version from spot_order o join tape t on t.symbol = o.symbol and t.seq > o.armed_seq
      where o.id = $1 and spot_order_reached_at(o, t.seq)`,
    [id.toString()],
  );
  if (first === undefined) throw new Error(`expected an entry that reached order ${id}, found none`);
  const price = Number(first.bid).toString();
  const timeMs = Number(first.time);
  const entry = { ...entryAt({ bid: price, ask: price, seq: BigInt(first.seq), timeMs }), symbol: BTC };
  return { entry, version: first.version };
}

async function protects(id: bigint): Promise<bigint> {
  const [sale] = await world.house.owner<{ id: string }>('select id from spot_order where entry_id = $1', [
    id.toString(),
  ]);
  return BigInt(sale?.id ?? 0);
}
const bracket = { takeProfit: amount('21000'), stopLoss: amount('18000') };
const BOUGHT = { side: 'buy', type: 'limit', price: amount('19000'), bracket } as const;
async function protecting(): Promise<bigint> {
  const id = await rests(BOUGHT);
  await fires(id, await quoted('18900'));
  return protects(id);
}
/** Places a stop-limit order whose stop fires, so that it waits for its limit. */
async function triggered(): Promise<bigint> {
  const id = await rests({ type: 'stop_limit', stopPrice: amount('19000'), price: amount('19500') });
  await fires(id, await quoted('18950'));
  return id;
}

const TRAILING = { type: 'trailing_stop', trailing: amount('500') } as const;
const OCO = { type: 'oco', stopPrice: amount('19000'), price: amount('21000') } as const;
const ORDERS: readonly (readonly [string, Order | (() => Promise<bigint>), readonly string[], string])[] = [
  ['a trailing stop that sells', TRAILING, ['21000', '20490', '20990'], '20490'],
  ['a trailing stop that buys', { ...TRAILING, side: 'buy' }, ['18500', '19010', '18510'], '19010'],
  ['a trailing stop by a share', { type: 'trailing_stop', trailingBps: 250 }, ['19499', '20000'], '19499'],
  ['a limit order', { type: 'limit', price: amount('21000') }, ['21010', '20000'], '21010'],
  ['a stop order', { type: 'stop', stopPrice: amount('19000') }, ['18990', '20000'], '18990'],
  ['an OCO order at its limit', OCO, ['21010', '18990', '20000'], '21010'],
  ['an OCO order at its stop', OCO, ['18990', '21010', '20000'], '18990'],
  ['a stop-limit order past its stop', triggered, ['19510', '19000'], '19510'],
  ['a protecting sale at its take profit', protecting, ['21010', '17990', '20000'], '21010'],
  ['a protecting sale at its stop loss', protecting, ['17990', '21010', '20000'], '17990'],
];

test.each(ORDERS)(
  'reports %s if it is left unfired or was filled at a later entry',
  async (_, order, prices, reached) => {
    const id = typeof order === 'function' ? await order() : await rests(order);
    expect(await leftLater()).toEqual([]);
    for (const price of prices) await quoted(price);
    expect(await left()).toEqual([]);
    const told = `spot order ${id} of book ${world.book} was reached and did not fill`;
    expect(await leftLater()).toEqual([told]);
    const { entry, version } = await reachedBy(id);
    expect(await fires(id, { ...entry, feedTimeMs: entry.timeMs }, version)).toEqual({
      ok: true,
      value: { fired: true },
    });
    const [fill] = await world.house.owner<{ price: string }>(
      'select trim_scale(price)::text as price from spot_fill where order_id = $1',
      [id.toString()],
    );
    expect(fill?.price).toBe(reached);
    expect(await guarded()).toEqual([]);
    await moves(id, 1);
    try {
      expect(await guarded()).toContainEqual(
        expect.stringContaining(`order of fill ${id}/1 of book ${world.book}`),
      );
    } finally {
      await moves(id, -1);
    }
    expect(await leftLater()).toEqual([]);
    await quoted('20000');
  },
);

test('reports a stop-limit order whose stop was left unfired', async () => {
  const id = await rests({ type: 'stop_limit', stopPrice: amount('19000'), price: amount('19500') });
  await quoted('18990');
  await quoted('20000');
  const told = `spot order ${id} of book ${world.book} was reached and did not fill`;
  expect(await leftLater()).toEqual([told]);
  const { entry } = await reachedBy(id);
  await fires(id, { ...entry, feedTimeMs: entry.timeMs });
  await quoted('19600');
  const limit = await reachedBy(id);
  await fires(id, { ...limit.entry, feedTimeMs: limit.entry.timeMs }, limit.version);
  expect(await leftLater()).toEqual([]);
});
