/** Rules of price alerts, one case per row: parsing, deriving the direction, and firing. */
import { expect, test } from 'vitest';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Facts } from '../../commands/command.ts';
import { decideAlert, decideDeleting, decideFiring, readAlertOf } from './rules.ts';
import { accountStandings } from '../../identity/account-standing.ts';
import type { AccountStanding } from '../../identity/account-standing.ts';
import type { PriceAlertRow } from './tables.ts';

const WALL = 1_800_000_000_000;

type World = {
  readonly last?: string;
  readonly open?: number;
  readonly row?: PriceAlertRow;
  readonly standing?: AccountStanding['status'];
};

/** An open alert for a different level. */
const OTHER: PriceAlertRow = {
  ...{ book: 7n, id: 1n, symbol: 'ETH/USDT', direction: 'above', price: amount('101'), status: 'open' },
  ...{ armedSeq: 41n, createdMs: WALL - 5, endedMs: null, reachedSeq: null },
};

function factsOf({ last = '100', open = 0, row, standing = 'active' }: World = {}): Facts {
  const known: Partial<Facts> = {
    book: 7n,
    wallMs: WALL,
    openRows: (() => [
      ...Array.from({ length: open }, () => OTHER),
      ...(row === undefined ? [] : [row]),
    ]) as Facts['openRows'],
    head: (symbol) =>
      symbol === 'BTC/USDT'
        ? ({ symbol, seq: 41n, last: amount(last) } as ReturnType<Facts['head']>)
        : undefined,
    row: ((table: unknown, id: bigint) => {
      if (table === accountStandings) return { book: 7n, id, status: standing, closedMs: null };
      return row?.id === id ? row : undefined;
    }) as Facts['row'],
    newId: () => 42n,
  };
  return known as Facts;
}

test.each([
  [{ price: '100.5' }, '100.5'],
  [{ price: '10000000' }, '10000000'],
  [{ price: '10000000.00000001' }, 'amount_wrong price'],
  [{ price: '0' }, 'amount_wrong price'],
  [{ price: '0.00000000' }, 'amount_wrong price'],
  [{ price: '1', symbol: 'PEPE/USDT' }, 'pair_not_found symbol'],
] as const)('answers the request %o with %s', (given, expected) => {
  const read = readAlertOf({ symbol: 'BTC/USDT', ...given }, (symbol) => symbol === 'BTC/USDT');
  const violation = (refusal: { code: string; field?: string }) => `${refusal.code} ${refusal.field}`;
  expect(read.ok ? given.price : violation(read.refusal)).toBe(expected);
});

test.each([
  ['above the price', '101', undefined, {}, 'above last_at_or_above from 41'],
  ['below the price', '99', undefined, {}, 'below last_at_or_below from 41'],
  ['at the price', '100', undefined, {}, 'above last_at_or_above from 41'],
  ['below the price, reached from below', '99', 'above', {}, 'above last_at_or_above from 41'],
  ['above the price, reached from above', '101', 'below', {}, 'below last_at_or_below from 41'],
  ['as the fiftieth alert', '101', undefined, { open: 49 }, 'above last_at_or_above from 41'],
  ['as the fifty-first alert', '101', undefined, { open: 50 }, 'alerts_too_many'],
] as const)('accepts or refuses an alert %s: %s', (_, price, direction, world, expected) => {
  const decided = decideAlert({ symbol: 'BTC/USDT', price: amount(price), direction }, factsOf(world));
  if (!decided.ok) return expect(decided.refusal.code).toBe(expected);
  const { answer, armings = [] } = decided.value;
  const [arming] = armings;
  expect(`${answer.direction} ${arming?.condition} from ${arming?.armedSeq}`).toBe(expected);
  expect([arming?.level, answer.price, answer.created_at]).toEqual([amount(price), price, WALL / 1000]);
});

test('answers “busy” while a symbol has no price yet', () => {
  const wanted = { symbol: 'ETH/USDT', price: 1n, direction: undefined };
  expect(decideAlert(wanted, factsOf())).toMatchObject({ ok: false, refusal: { code: 'busy' } });
});

const waiting: PriceAlertRow = {
  ...{ book: 7n, id: 42n, symbol: 'BTC/USDT', direction: 'above', price: amount('101'), status: 'open' },
  ...{ armedSeq: 41n, createdMs: WALL - 5, endedMs: null, reachedSeq: null },
};
const entry = (last: string, change: Partial<TapeEntry> = {}): TapeEntry => ({
  ...{ symbol: 'BTC/USDT', seq: 50n, timeMs: 1_700_000_000_999, feedTimeMs: 1, volume: 0n },
  ...{ bid: amount(last) - 1n, ask: amount(last) + 1n, last: amount(last) },
  ...change,
});
const fire = (row: PriceAlertRow | undefined, by: TapeEntry, version = 1) =>
  decideFiring({ id: 42n, version, entry: by }, factsOf(row === undefined ? {} : { row }));

test.each([
  ['an identical request', '101', 'above', true],
  ['an identical request whose direction is derived from the price', '101', undefined, true],
  ['a request with a different direction', '101', 'below', false],
  ['a request with a different price', '101.00000001', 'above', false],
] as const)(
  'returns an existing open alert only for an identical request: %s',
  (_, price, direction, same) => {
    const row: PriceAlertRow = { ...waiting, id: 7n };
    const decided = decideAlert({ symbol: 'BTC/USDT', price: amount(price), direction }, factsOf({ row }));
    expect(decided).toMatchObject({ value: { answer: { id: same ? '7' : '42' } } });
    expect(decided.ok && (decided.value.puts ?? []).length).toBe(same ? 0 : 1);
  },
);

test('closes and announces a reached alert in one transaction, and names the entry that reached it', () => {
  const fired = fire(waiting, entry('101.25'));
  expect(fired).toMatchObject({
    value: {
      answer: { fired: true },
      puts: [{ row: { status: 'reached', reachedSeq: 50n, endedMs: WALL } }],
      appends: [{ row: { book: 7n, id: 42n, kind: 'price_alert', timeMs: WALL } }],
    },
  });
  if (!fired.ok) return;
  const [told] = fired.value.appends ?? [];
  expect(told?.row).toHaveProperty('params', {
    ...{
      alert: '42',
      symbol: 'BTC/USDT',
      level: '101',
      price: '101.25',
      entry: '50',
      reached_at: '1700000000',
    },
  });
});

test('deletes a reached alert of a closed account without announcing it', () => {
  const facts = factsOf({ row: waiting, standing: 'closed' });
  const fired = decideFiring({ id: 42n, version: 1, entry: entry('101.25') }, facts);
  expect(fired).toMatchObject({ value: { puts: [{ row: { status: 'deleted', endedMs: WALL } }] } });
  expect(fired.ok && fired.value.appends).toBeUndefined();
  const frozen = factsOf({ row: waiting, standing: 'frozen' });
  expect(decideFiring({ id: 42n, version: 1, entry: entry('101.25') }, frozen)).toMatchObject({
    value: { puts: [{ row: { status: 'reached' } }], appends: [{ row: { kind: 'price_alert' } }] },
  });
});

test.each([
  ['an alert already reached', { ...waiting, status: 'reached', endedMs: 1, reachedSeq: 49n }, 1],
  ['a deleted alert', { ...waiting, status: 'deleted', endedMs: 1 }, 1],
  ['a different version', waiting, 2],
  ['a missing alert', undefined, 1],
] as const)('ignores a firing for %s', (_, row, version) => {
  expect(fire(row, entry('200'), version)).toEqual({ ok: true, value: { answer: { fired: false } } });
});

test.each([
  ['an entry a unit below the level', waiting, entry('100.99999999')],
  ['the entry at which it was set', waiting, entry('200', { seq: 41n })],
  ['an entry of a different symbol', waiting, entry('200', { symbol: 'ETH/USDT' })],
  [
    'an entry above the level, if the alert waits for a lower price',
    { ...waiting, direction: 'below' as const },
    entry('101.00000001'),
  ],
])('throws if the alert isn’t reached by %s', (_, row, by) => {
  expect(() => fire(row, by)).toThrow('does not reach price alert 42');
});

test('disarms an alert when it is deleted, and answers “not found” if it is no longer open', () => {
  expect(decideDeleting({ id: 42n }, factsOf({ row: waiting }))).toMatchObject({
    value: { puts: [{ row: { status: 'deleted', endedMs: WALL } }], armings: [{ level: null, version: 1 }] },
  });
  const over: PriceAlertRow = { ...waiting, status: 'deleted', endedMs: 1 };
  for (const row of [over, undefined]) {
    const decided = decideDeleting({ id: 42n }, factsOf(row === undefined ? {} : { row }));
    expect(decided).toMatchObject({ ok: false, refusal: { code: 'not_found', field: 'id' } });
  }
});
