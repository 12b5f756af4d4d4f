/**
 * Forgeries by an attacker who writes to a position by SQL: an opening that costs less, a closing with a higher profit, a level
 * watched from a later entry, and an order cancelled after it was reached. The database recomputes and rejects each of them.
 */
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { breaches } from '../app/breaches.ts';
import { instruments } from '../quotes/catalogue.ts';
import { cancelOrder, setLevels } from './commands.ts';
import { fateOf } from './testing/fate.ts';
import { positionsWorld } from './testing/resting-world.ts';

const world = positionsWorld({ customers: 40 });

async function open(change: Parameters<typeof world.market.open>[1] = {}): Promise<bigint> {
  const opened = await world.market.open(world.book, change);
  if (!opened.ok) throw new Error(opened.refusal.code);
  return BigInt(opened.value.id);
}

/** Returns "written", or the constraint that rejected the statement. Everything is rolled back. */
const fate = (sql: string, values: readonly unknown[] = []): Promise<string> =>
  fateOf(world.house.pool, [sql], { values });

/** Inserts a copy of a valid row with some columns changed. */
async function copied(id: bigint, changes: Readonly<Record<string, string>>): Promise<string> {
  const names = await world.house.owner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'position' order by ordinal_position`,
  );
  const given = names.map(({ name }) => changes[name] ?? (name === 'id' ? 'id + 1000000' : name));
  return fate(
    `insert into position (${names.map(({ name }) => name).join()}) select ${given.join()} from position where id = $1`,
    [id],
  );
}

describe('the recomputation of an opening', () => {
  test.each<[string, Record<string, string>, string]>([
    ['as it is', {}, 'written'],
    [
      'with a tenth of its margin',
      { initial_margin: 'initial_margin / 10', margin: 'margin / 10', staked: 'staked / 10' },
      'the tape does not bear out the stake',
    ],
    [
      'with a margin that differs from its stake',
      { initial_margin: 'initial_margin / 10', margin: 'margin / 10' },
      'the tape does not bear out the cost',
    ],
    ['without a fee', { open_fee: '0' }, 'the tape does not bear out the cost'],
    ['at a fee rate of zero', { fee_rate: '0', open_fee: '0' }, 'position_terms'],
    ['at a financing rate of zero', { financing_rate: '0' }, 'position_terms'],
    ['at a leverage that is not offered', { leverage: '100000' }, 'position_leverage'],
    ['as forex', { product: `'forex'` }, 'position_product'],
    [
      'watched from a future entry',
      { armed: `jsonb_set(armed, '{margin,1}', '"9999"')` },
      'the tape does not bear out the arming of its margin',
    ],
  ])('accepts a valid row and rejects a forged one: %s', async (_, changes, outcome) => {
    const id = await open();
    expect(await copied(id, changes)).toBe(outcome);
  });

  test('requires a resting order to freeze its cost at the limit', async () => {
    const id = await open({ price: amount('19000') });
    expect(await copied(id, {})).toBe('written');
    const less = { initial_margin: '1', margin: 'open_fee + 1', staked: '1' };
    expect(await copied(id, less)).toBe('the tape does not bear out the stake');
  });
});

describe('the recomputation of a closing', () => {
  const closingOf = async (id: bigint, more: Record<string, unknown>, made = '-10'): Promise<string> => {
    const seq = await world.house.owner<{ seq: string }>(
      `select max(seq) as seq from tape where symbol = 'BTC/USDT'`,
    );
    const entry = seq[0]?.seq;
    const nowMs = Date.now();
    const record = {
      ...{ quantity: '1', price: '20000', tape_seq: entry, rate: '1', rate_seq: null, pnl: '-10', fee: '10' },
      ...{ financing: '0', shortfall: '0', owed: '0', offset: '0', charge: '0', reason: 'customer', day: 1 },
      ...{ journal_seq: '99', time_ms: nowMs, asked_ms: nowMs, asked_seq: entry, ...more },
    };
    return fate(
      `update position set status = 'closed', reason = 'customer', open_quantity = 0, margin = 0, realised_pnl = $2, closed_ms = $3,
        closes = $4 where id = $1`,
      [id, made, nowMs, JSON.stringify([record])],
    );
  };

  test.each<[string, Record<string, unknown>, string, string]>([
    ['as it is', {}, '-10', 'written'],
    [
      'with a profit that no account paid',
      { pnl: '5000' },
      '5000',
      'the tape does not bear out the profit of a closing',
    ],
    [
      'with a profit higher by a hundred-millionth',
      { pnl: '-9.99999999' },
      '-9.99999999',
      'the tape does not bear out the profit of a closing',
    ],
    ['without its fee', { fee: '0' }, '-10', 'the tape does not bear out the profit of a closing'],
    [
      'with a total that differs from the position’s',
      {},
      '5000',
      'the tape does not bear out the sum of its closings',
    ],
  ])('accepts a valid record and rejects a forged one: %s', async (_, more, made, outcome) => {
    expect(await closingOf(await open(), more, made)).toBe(outcome);
  });

  test('rejects an entry before the opening', async () => {
    const before = await world.market.sum(`select max(seq) from tape where symbol = 'BTC/USDT'`);
    const seq = (before / 100_000_000n).toString();
    await world.market.price('20000', '20010');
    expect(await closingOf(await open(), { tape_seq: seq, asked_seq: seq })).not.toBe('written');
  });
});

describe('a level', () => {
  const CHANGED = `change_ms = market_ms(), change_seq = (select max(seq) from tape where symbol = 'BTC/USDT'), change_age_ms = 600000`;
  test('can only be moved if it is watched from the current entry, not from a future one', async () => {
    const id = await open({ stopLoss: amount('19000') });
    for (let more = 0; more < 12; more += 1) await world.market.price('19990', '20000');
    const moved = (stop: string, from: string) =>
      fate(`update position set stop_price = ${stop}, armed = ${from}, ${CHANGED} where id = $1`, [id]);
    const newest = (sinceMs: string) =>
      `jsonb_set(armed, '{stop}', jsonb_build_array(2, (select max(seq)::text from tape where symbol = 'BTC/USDT')${sinceMs}))`;
    // The level is watched from a time long before the request, from a future time, or without a time.
    for (const since of ['', ', market_ms() - 60000', ', market_ms() + 60000']) {
      expect(await moved('18000', newest(since))).toBe('the tape does not bear out the arming of its stop');
    }
    expect(await moved('18000', newest(', market_ms()'))).toBe('written');
    await world.house.owner('update clock set base_market_ms = base_market_ms + 5000');
    try {
      await world.market.price('19991', '20001');
      expect(await moved('18000', 'armed')).toBe('the tape does not bear out the arming of its stop');
    } finally {
      await world.house.owner('update clock set base_market_ms = base_market_ms - 5000');
    }
    expect(
      await fate(`update position set armed = jsonb_set(armed, '{margin,1}', '"9999"') where id = $1`, [id]),
    ).toBe('the tape does not bear out the arming of its margin');
  });

  test('cannot be moved or disarmed by SQL after it was reached', async () => {
    const limit = await open({ price: amount('19500') });
    const stopped = await open({ stopLoss: amount('19400'), leverage: 2 });
    await world.market.price('19300', '19310');
    await world.market.price('20000', '20010');
    const run = world.at();
    await world.house.owner('update clock set base_market_ms = base_market_ms + 20000');
    try {
      const cancelled = await world.house.run(cancelOrder, { id: limit, instruments }, run);
      expect(cancelled).toMatchObject({ ok: false, refusal: { code: 'busy' } });
      expect(
        await fate(`update position set stop_price = null, stop_kind = null, ${CHANGED} where id = $1`, [
          stopped,
        ]),
      ).toBe('reached_first');
      // The audit reports both rows after a minute.
      await world.house.owner('update clock set base_market_ms = base_market_ms + 100000');
      const told = (await breaches(world.house.pool)).filter(
        ({ invariant, detail }) => invariant.includes('has fired') && detail.includes(`book ${world.book}:`),
      );
      expect(told.map(({ detail }) => detail)).toEqual([
        `position ${limit} of book ${world.book}: its limit was reached and did not fire`,
        `position ${stopped} of book ${world.book}: its stop was reached and did not fire`,
      ]);
    } finally {
      await world.house.owner('update clock set base_market_ms = base_market_ms - 120000');
    }
  });

  test('can be moved by its customer if it was not reached', async () => {
    const id = await open({ stopLoss: amount('19000'), leverage: 10 });
    await world.market.price('19900', '19910');
    const order = {
      ...{ id, takeProfit: undefined, stopLoss: amount('18500'), profitLock: undefined, trailing: undefined },
      ...{ addMargin: undefined, instruments, jurisdictions: 'demo' as const },
    } as const;
    expect(await world.house.run(setLevels, order, world.at())).toMatchObject({
      ok: true,
    });
  });
});
