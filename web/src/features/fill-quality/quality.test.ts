/** The contents of the fill-quality page, from the published figures and lines. */
import { expect, test } from 'vitest';
import { calls } from '@candor/protocol/features.ts';
import { durationOf } from './duration.ts';
import { csvOf, dayOf, groupOf, percentOf, readOwnFill, refusalsBy, shares } from './quality.ts';
import type { PublishedLine, QualityRow } from './quality.ts';

test.each([
  ['12.5', '0.125'],
  ['0', '0'],
  ['0.0042', '0.000042'],
])('shows %s basis points as %s per cent', (basisPoints, percent) => {
  expect(percentOf(basisPoints)).toBe(percent);
});

const side = (count: number): QualityRow['better'] => ({ count, sum_bp: '0', mean_bp: null, p99_bp: null });
test('divides the bar by counts, and leaves it empty without fills', () => {
  expect(shares({ better: side(1), at: 2, worse: side(1) })).toEqual({ better: 25, at: 50, worse: 25 });
  expect(shares({ better: side(0), at: 0, worse: side(0) })).toEqual({ better: 0, at: 0, worse: 0 });
});

/**
 * Requests for something that can't be traded, has already ended, or has an impossible time or name: the market and the account
 * are not the reason.
 */
const OTHER = [
  'pair_not_found',
  'currency_invalid',
  'trade_not_found',
  'position_not_open',
  'position_closing',
  'expiry_wrong',
  'client_order_id_used',
];
test.each([
  'POST coin/trade',
  'POST lever/submit',
  'POST lever/close',
  'POST microtrade/submit',
  'POST wallet/flash_quote',
  'POST wallet/flashAgainst',
] as const)('has a text for every refusal of %s', (name) => {
  const reasons: readonly string[] = calls[name].refusals;
  expect(reasons.filter((reason) => groupOf(reason) === 'other' && !OTHER.includes(reason))).toEqual([]);
});

test('sums immediate refusals and refusals of waiting orders by group, the most frequent first', () => {
  const refused = { product: 'spot', symbol: 'BTC/USDT', side: 'buy' } as const;
  expect(
    refusalsBy({
      refused: [
        { ...refused, reason: 'price_moved', count: 1 },
        { ...refused, reason: 'balance_insufficient', count: 5 },
        { ...refused, reason: 'nobody_knows', count: 1 },
      ],
      unfilled: [
        { reason: 'price_moved', count: 2, gained: 1, lost: 1, undecided: 0 },
        { reason: 'trading_closed', count: 2, gained: 2, lost: 0, undecided: 0 },
      ],
    }),
  ).toEqual([
    { group: 'funds', atOnce: 5, waiting: 0, gained: 0, lost: 0 },
    { group: 'price', atOnce: 1, waiting: 2, gained: 1, lost: 1 },
    { group: 'market', atOnce: 0, waiting: 2, gained: 2, lost: 0 },
    { group: 'other', atOnce: 1, waiting: 0, gained: 0, lost: 0 },
  ]);
});

const ID = 'a'.repeat(64);
const NOON = Date.parse('2026-11-27T12:00:00Z');
const fill = (of: { side?: string; how?: string; level?: string; quoted?: string; price: string }): string =>
  [
    ...[ID, 'spot', 'BTC/USDT', of.side ?? 'buy', of.how ?? 'market', NOON, 7, 500, of.level ?? ''],
    ...[of.quoted ?? '', '101', 7, NOON, of.price, NOON + 500, 2],
  ].join('|');

test.each([
  ['a buyer at the quote', { quoted: '100', price: '100' }, '0'],
  ['a buyer below the quote', { quoted: '100', price: '99.5' }, '0.5'],
  ['a buyer above the quote', { quoted: '100', price: '101' }, '-1'],
  ['a seller above the quote', { side: 'sell', quoted: '100', price: '101' }, '1'],
  ['a limit order by its level', { how: 'limit', level: '200', quoted: '100', price: '199' }, '0.5'],
  ['a liquidation, for which no price was requested', { how: 'close_out', price: '199' }, null],
])('returns the improvement, in per cent, for %s', (_, of, better) => {
  expect(readOwnFill(fill(of))).toMatchObject({ better, price: of.price, time: NOON / 1000 });
});

test.each(['', 'x|y', `${ID}|option|BTC/USDT|up|won`, fill({ price: '' }), fill({ side: 'up', price: '1' })])(
  'finds no fill in the line "%s"',
  (line) => {
    expect(readOwnFill(line)).toBeUndefined();
  },
);

const unfilled = `${ID}|unfilled|forex|EUR/USD|sell|limit|price_moved|1|2|500|1.1|9|${NOON}`;
test('writes a table with a column for each field of any kind of line', () => {
  const lines: PublishedLine[] = [
    { root: 3, line: fill({ quoted: '100', price: '100' }) },
    { root: 4, line: unfilled },
  ];
  const [head = '', one = '', other = '', end] = csvOf(lines).split('\n');
  const columns = head.split(',');
  const row = (text: string) =>
    Object.fromEntries(text.split(',').flatMap((value, at) => (value === '' ? [] : [[columns[at], value]])));
  expect(row(one)).toMatchObject({
    root: '3',
    kind: 'fill',
    product: 'spot',
    quoted: '100',
    price: '100',
    size: '2',
  });
  expect(row(other)).toEqual({
    ...{
      root: '4',
      kind: 'unfilled',
      id: ID,
      product: 'forex',
      symbol: 'EUR/USD',
      side: 'sell',
      type: 'limit',
    },
    ...{
      reason: 'price_moved',
      accepted_ms: '1',
      accepted: '2',
      fill_age_ms: '500',
      worst: '1.1',
      ended: '9',
    },
    booked_ms: String(NOON),
  });
  expect(end).toBe('');
  expect(lines.map(dayOf)).toEqual(['2026-11-27', '2026-11-27']);
});

test.each([
  [1, { unit: 'millisecond', value: '1' }],
  [999, { unit: 'millisecond', value: '999' }],
  [1000, { unit: 'second', value: '1.0' }],
  [119_940, { unit: 'second', value: '119.9' }],
  [120_000, { unit: 'minute', value: '2.0' }],
  [7_200_000, { unit: 'hour', value: '2.0' }],
])('shows %d ms in a short unit', (ms, expected) => {
  expect(durationOf(ms)).toEqual(expected);
});
