/**
 * Leveraged orders and positions that the house leaves unfired although the tape crossed their levels. No engine runs here, so
 * the test creates them simply by not firing them. The audit reports each of them a minute later, no earlier, and no longer
 * once it has fired at the entry that reached it. A fill that was moved to a later entry cannot be explained by lateness, so
 * the guard reports it, with its own login.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { guardedInvariants } from '../app/breaches.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { ask } from '../ledger/invariants.ts';
import { instruments } from '../quotes/catalogue.ts';
import { reducePositionAt } from './commands.ts';
import type { ReducingAt } from './reducing.ts';
import { FIRED, positionsWorld } from './testing/resting-world.ts';
import type { TriggerPart } from './tables.ts';

const LEFT = /^L16: what an entry reached a minute ago has fired$/;
const world = positionsWorld({ customers: 20, hold: LEFT });
type Order = Parameters<typeof world.opens>[0];

let guard: Pool;
beforeAll(() => {
  guard = createPool(world.database.guardUrl, { max: 1, auditing: true });
});
afterAll(() => guard.end());

async function left(): Promise<string[]> {
  return (await world.breachesOf(LEFT)).map(({ detail }) => detail);
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

/** Returns the guard's findings about the entries at which orders filled. */
async function guarded(): Promise<string[]> {
  const ofTime = guardedInvariants.filter(({ invariant }) =>
    /^L16: time: what (waits|trails)/.test(invariant),
  );
  return (await ask(guard, ofTime)).map(({ detail }) => detail);
}

/** Moves an opening, or the last closing, to another entry, as the database's owner could. */
const moves = (id: bigint, by: number) =>
  world.house.owner(
    `begin; alter table position disable trigger user;
      update position set entry_seq = case closes when '[]' then entry_seq + ${by} else entry_seq end,
        closes = case closes when '[]' then closes else jsonb_set(closes, '{-1,tape_seq}', to_jsonb(((closes #>> '{-1,tape_seq}')::bigint + ${by})::text)) end
        where id = ${id};
      alter table position enable trigger user; commit`,
  );

const LONG = { leverage: 2 } as const;
const SHORT = { ...LONG, side: 'short' } as const;
const reduces =
  (order: Order, asked: Partial<ReducingAt>) => async (): Promise<readonly [bigint, bigint]> => {
    const id = await world.opens(order);
    const asking = {
      ...{ id, type: 'limit', price: amount('20500'), quantity: undefined, expiresMs: undefined },
      ...{ timeInForce: 'GTC', clientOrderId: undefined, instruments, termsAt: (one) => one, ...asked },
    } as const satisfies ReducingAt;
    const placed = await world.house.run(reducePositionAt, asking, world.at());
    if (!placed.ok) throw new Error(JSON.stringify(placed));
    return [BigInt(placed.value.id), id];
  };

type Case = readonly [
  what: string,
  order: Order | ReturnType<typeof reduces>,
  part: TriggerPart,
  quotes: readonly string[],
];
const LEFTS: readonly Case[] = [
  ['a stop order of a long', { ...LONG, type: 'stop', price: amount('20500') }, 'limit', ['20490']],
  ['a stop order of a short', { ...SHORT, type: 'stop', price: amount('19500') }, 'limit', ['19490']],
  ['a limit order of a long', { ...LONG, price: amount('19500') }, 'limit', ['19480']],
  ['a limit order of a short', { ...SHORT, price: amount('20500') }, 'limit', ['20510']],
  ['a closing of a long at a limit', reduces(LONG, {}), 'limit', ['20510']],
  ['a part of a long at a limit', reduces(LONG, { quantity: amount('0.5') }), 'limit', ['20510']],
  [
    'a closing of a long at a stop',
    reduces(LONG, { type: 'stop', price: amount('19800') }),
    'limit',
    ['19790'],
  ],
  ['a closing of a short at a limit', reduces(SHORT, { price: amount('19800') }), 'limit', ['19780']],
  ['a closing of a short at a stop', reduces(SHORT, { type: 'stop' }), 'limit', ['20500']],
  ['a take profit', { ...LONG, takeProfit: amount('20500') }, 'target', ['20510']],
  ['a stop loss', { ...LONG, stopLoss: amount('19500') }, 'stop', ['19490']],
  ['a trailing distance', { ...LONG, trailing: amount('300') }, 'trail', ['20600', '20300']],
];

test.each(LEFTS)('reports %s that is left unfired, or filled later', async (_, order, part, quotes) => {
  const [id, position] = typeof order === 'function' ? await order() : [await world.opens(order), undefined];
  expect(await leftLater()).toEqual([]);
  const at = (bid: string) => world.market.price(bid, `${Number(bid) + 10}`);
  for (const bid of quotes) await at(bid);
  expect(await left()).toEqual([]);
  const told = `position ${id} of book ${world.book}: its ${part} was reached and did not fire`;
  expect(await leftLater()).toEqual([told]);
  expect(await world.market.fireHere(world.book, id, part)).toMatchObject(FIRED);
  expect(await leftLater()).toEqual([]);
  // A later entry at the same price.
  await at(quotes.at(-1) ?? '');
  expect(await guarded()).toEqual([]);
  await moves(position ?? id, 1);
  try {
    expect(await guarded()).toContainEqual(
      expect.stringContaining(`of position ${position ?? id} of book ${world.book}`),
    );
  } finally {
    await moves(position ?? id, -1);
  }
});
