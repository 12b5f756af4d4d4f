/** Conversion rates and overnight financing, checked against the entries that they name. */
import { expect, it } from 'vitest';
import type { FillBundle } from './bundle.ts';
import { readBundle, verifyBundle } from './bundle.ts';
import type { TapeEntry } from './chain.ts';
import { entriesBeside } from './rates.ts';
import { madeCheckpoints, madeEntries, rechained, signer } from './testing/made-tape.ts';

const key = signer();
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A midnight. */
const MIDNIGHT = 1_700_006_400_000;
const START_MS = MIDNIGHT - 10 * HOUR_MS;

const RATE = 'JPY/USDT';
const PAIR = 'USD/JPY';
/** One rate an hour, with equal bid, ask and last. */
const rates = rechained(
  Array.from({ length: 20 }, (_, at) => {
    const last = `0.0066${String(at + 10)}`.replace(/0+$/, '');
    const time_ms = START_MS + at * HOUR_MS;
    return {
      ...{ seq: at + 1, time_ms, feed_time_ms: time_ms },
      ...{ bid: last, ask: last, last, volume: '0', gap: false },
    };
  }),
  RATE,
);
/** An entry every five minutes, with a bid of 150.01. Entry 121 is at midnight. */
const tape = madeEntries(
  Array.from({ length: 200 }, (_, at) => ({ time_ms: START_MS + at * 300_000, last: '150' })),
  PAIR,
);
const stretch = (symbol: string, all: readonly TapeEntry[], first: number, last: number) => ({
  symbol,
  entries: all.filter(({ seq }) => seq >= first && seq <= last),
  checkpoints: madeCheckpoints(all, [first, last], { key, symbol }),
});
const rateAt = (hour: number) => rates[hour]!.last;

/**
 * A long of two lots, opened at entry 10. Half is closed at entry 100, financing is charged at entry 121, and the rest is
 * closed at entry 160 (13:15 hours after the start).
 */
const NIGHT = {
  ...{ seq: 121, time_ms: MIDNIGHT, nights: 1, quantity: '1' },
  // 1 × 100000 × 150.02 × 0.00662 = 99313.24, of which 0.00007 is charged.
  ...{ rate: rateAt(10), rate_seq: 11, amount: '6.9519268' },
};
const fill = {
  ...{ kind: 'close', symbol: PAIR, side: 'long', quantity: '1', price: '150.01', tape_seq: 160 },
  ...{ entry_price: '150.02', entry_seq: 10, opened_ms: START_MS + 9 * 300_000, opened_quantity: '2' },
  ...{ closed_before: ['1'], closed_before_seq: [100], contract_size: '100000', fee_rate: '0' },
  // With the rate of hour 13: 100000 × −0.01 × 0.006623.
  ...{ rate: rateAt(13), rate_seq: 14, pnl: '-6.623', fee: '0' },
  ...{ financing: '6.9519268', financing_rate: '0.00007', nights: [NIGHT] },
};
const beside = [stretch(RATE, rates, 8, 16), stretch(PAIR, tape, 9, 12), stretch(PAIR, tape, 119, 125)];
const bundle = {
  ...{ candor: 2, kind: 'fill', fill, beside, public_key: key.publicKey },
  entries: tape.slice(157, 165),
  checkpoints: madeCheckpoints(tape, [158, 165], { key, symbol: PAIR }),
} as unknown as FillBundle;

type Change = { readonly fill?: object; readonly beside?: readonly object[] };
function judged({ fill: changed = {}, beside: given = beside }: Change): string[] {
  const file = { ...bundle, fill: { ...fill, ...changed }, beside: given };
  const read = readBundle(JSON.parse(JSON.stringify(file)));
  if (read === undefined) return ['none'];
  const { state, findings } = verifyBundle(read);
  return [
    state,
    ...findings.map(({ code, seq, params }) =>
      `${code} ${seq} ${params['field'] ?? params['symbol'] ?? ''}`.trim(),
    ),
  ];
}
const night = (change: object): Change => ({ fill: { nights: [{ ...NIGHT, ...change }] } });

it('accepts a fill whose figures match the entries that they name', () => {
  expect(judged({})).toEqual(['proved']);
  expect(entriesBeside(fill as never)).toEqual([
    { symbol: RATE, first: 11, last: 15 },
    { symbol: PAIR, first: 121, last: 121 },
    { symbol: PAIR, first: 10, last: 10 },
  ]);
});

it.each<[string, Change, string[]]>([
  // The figures of the fill are consistent, but the rate is not that of the entry, which changes the result by three tenths.
  [
    'a rate that differs from its entry',
    { fill: { rate: '0.0046361', pnl: '-4.6361' } },
    ['price_differs 14 rate'],
  ],
  ['no rate', { fill: { rate: undefined, rate_seq: undefined } }, ['rate_missing 160 JPY/USDT']],
  ['a rate without an entry', { fill: { rate_seq: undefined } }, ['rate_missing 160 JPY/USDT']],
  [
    'an older rate',
    { fill: { rate: rateAt(12), rate_seq: 13, pnl: '-6.622' } },
    ['rate_not_current 13 JPY/USDT'],
  ],
  [
    'a later rate',
    { fill: { rate: rateAt(14), rate_seq: 15, pnl: '-6.624' } },
    ['rate_not_current 15 JPY/USDT'],
  ],
  [
    'no evidence of the rate',
    { beside: beside.slice(1) },
    ['beside_missing 14 JPY/USDT', 'beside_missing 11 JPY/USDT'],
  ],
  ['no evidence of the night', { beside: beside.slice(0, 2) }, ['beside_missing 121 USD/JPY']],
  [
    'a rewritten rate',
    {
      beside: [
        {
          ...beside[0]!,
          entries: beside[0]!.entries.map((one) => (one.seq === 14 ? { ...one, last: '0.0046361' } : one)),
        },
        ...beside.slice(1),
      ],
    },
    ['hash_differs 14', 'beside_missing 14 JPY/USDT'],
  ],
  [
    'a different entry price',
    { fill: { entry_price: '151' } },
    ['amount_differs 160 pnl', 'price_differs 10 entry_price', 'amount_differs 121 amount of a night'],
  ],
  [
    'an opening before its entry',
    { fill: { opened_ms: START_MS - DAY_MS } },
    [
      'amount_differs 10 opened_ms',
      'amount_differs 121 nights of a night',
      'amount_differs 121 amount of a night',
    ],
  ],
  [
    'an extra night',
    { fill: { nights: [NIGHT, { ...NIGHT, seq: 122 }] } },
    ['amount_differs 122 nights of a night', 'amount_differs 160 financing'],
  ],
  [
    'a night with a higher charge',
    { fill: { nights: [{ ...NIGHT, amount: '7' }], financing: '7' } },
    ['amount_differs 121 amount of a night'],
  ],
  [
    'a night charged on more than the open quantity',
    night({ quantity: '2' }),
    ['amount_differs 121 quantity of a night'],
  ],
  ['a night at a rate that differs from its entry', night({ rate: '0.0067' }), ['price_differs 11 rate']],
  ['a night at an older rate', night({ rate: rateAt(8), rate_seq: 9 }), ['rate_not_current 9 JPY/USDT']],
  ['missing nights', { fill: { nights: undefined } }, ['amount_differs 160 nights']],
  ['a missing night', { fill: { nights: [], financing: '0' } }, ['amount_differs 160 nights']],
  ['financing that differs from the nights', { fill: { financing: '1' } }, ['amount_differs 160 financing']],
])('rejects %s', (_, change, codes) => {
  const [state, ...found] = judged(change);
  expect(state).toBe('contradicted');
  for (const code of codes) expect(found).toContain(code);
});

it('returns no verdict if a newer rate may exist and no later entry rules that out', () => {
  const few = rates.slice(0, 14);
  const beheaded = [{ ...stretch(RATE, few, 9, 14) }, ...beside.slice(1)];
  // The rate is the newest one, because the fill was made at 13:15, within the hour of the rate.
  expect(judged({ beside: beheaded })).toEqual(['proved']);
  const older = [{ ...stretch(RATE, few.slice(0, 13), 9, 13) }, ...beside.slice(1)];
  const claimed = { rate: rateAt(12), rate_seq: 13, pnl: '-6.622' };
  expect(judged({ fill: claimed, beside: older })).toEqual(['undecided', 'rate_not_closed 13 JPY/USDT']);
});
