import { expect, it } from 'vitest';
import type { Fill } from './fill.ts';
import { rederiveFill } from './fill.ts';
import { madeEntries } from './testing/made-tape.ts';

/** Bid 100.01, ask 100.02; the second entry is a gap. */
const TAPE = madeEntries([{ time_ms: 1000 }, { time_ms: 5000, gap: true }]);

const SPOT = { kind: 'spot', symbol: 'BTC/USDT', quantity: '0.123', tape_seq: 1 } as const;
const OPENED = { kind: 'open', symbol: 'BTC/USDT', quantity: '2', tape_seq: 1 } as const;
/** 2 × 1 × (100.01 − 90) × 1 and 0.05% of a notional of 200.02. */
const CLOSED = {
  kind: 'close',
  symbol: 'BTC/USDT',
  side: 'long',
  quantity: '2',
  price: '100.01',
  tape_seq: 1,
  entry_price: '90',
  contract_size: '1',
  rate: '1',
  pnl: '20.02',
  fee: '0.10001',
  fee_rate: '0.0005',
} as const;

it.each<[string, Fill, string[]]>([
  ['a buyer pays the ask', { ...SPOT, side: 'buy', price: '100.02' }, []],
  ['a seller gets the bid', { ...SPOT, side: 'sell', price: '100.01' }, []],
  ['a seller does not get the ask', { ...SPOT, side: 'sell', price: '100.02' }, ['price 100.01 100.02']],
  [
    'a buyer pays the value rounded up',
    { ...SPOT, side: 'buy', quantity: '0.00000001', price: '100.02', value: '0.00000101' },
    [],
  ],
  [
    'a seller gets the value rounded down',
    { ...SPOT, side: 'sell', quantity: '0.00000001', price: '100.01', value: '0.000001' },
    [],
  ],
  [
    'a seller does not get the value rounded up',
    { ...SPOT, side: 'sell', quantity: '0.00000001', price: '100.01', value: '0.00000101' },
    ['value 0.000001 0.00000101'],
  ],
  [
    'the fee is a fraction of the value, rounded up',
    { ...SPOT, side: 'buy', price: '100.02', value: '12.30246', fee: '0.01230246', fee_rate: '0.001' },
    [],
  ],
  [
    'the fee is at most the rounded fraction',
    { ...SPOT, side: 'buy', price: '100.02', value: '12.30246', fee: '0.01230247', fee_rate: '0.001' },
    ['fee 0.01230246 0.01230247'],
  ],
  ['a long opens at the ask', { ...OPENED, side: 'long', price: '100.02' }, []],
  ['a short opens at the bid', { ...OPENED, side: 'short', price: '100.01' }, []],
  ['a long does not open at the bid', { ...OPENED, side: 'long', price: '100.01' }, ['price 100.02 100.01']],
  ['a long closes at the bid, with its profit and fee', CLOSED, []],
  [
    'a short closes at the ask',
    { ...CLOSED, side: 'short', price: '100.02', pnl: '-20.04', fee: '0.10002' },
    [],
  ],
  [
    'a loss rounds down',
    {
      ...{ ...CLOSED, symbol: 'USD/JPY', side: 'short', price: '100.02' },
      ...{ rate: '0.00000001', pnl: '-0.00000021', fee: '0.00000001' },
    },
    [],
  ],
  ['a profit equals the price difference', { ...CLOSED, pnl: '20' }, ['pnl 20.02 20']],
  ['a profit without contract terms is not judged', { ...CLOSED, contract_size: undefined, pnl: '20' }, []],
])('%s', (_, fill, expected) => {
  const { findings, derived } = rederiveFill(fill, TAPE);
  expect(findings.map(({ params }) => `${params['field']} ${params['derived']} ${params['found']}`)).toEqual(
    expected,
  );
  expect(derived?.entry.seq).toBe(1);
});

it('rejects a fill at a gap entry', () => {
  const fill = { ...SPOT, side: 'buy', price: '100.02', tape_seq: 2 } as const;
  expect(rederiveFill(fill, TAPE).findings).toEqual([{ code: 'fill_on_gap', seq: 2, params: {} }]);
});

it.each<[string, Partial<Record<string, unknown>>]>([
  ['kind', { kind: 'gift' }],
  ['symbol', { symbol: 'BTC|USDT' }],
  ['side', { side: 'long' }],
  ['tape_seq', { tape_seq: '1' }],
  ['quantity', { quantity: '0.1230' }],
  ['fee', { fee: 1 }],
])('reports an invalid value in the field %s', (field, change) => {
  const fill = { ...SPOT, side: 'buy', price: '100.02', ...change } as unknown as Fill;
  expect(rederiveFill(fill, TAPE).findings).toMatchObject([{ code: 'record_unreadable', params: { field } }]);
});

/** Half a second apart; the third is a gap. */
const ACCEPTED = madeEntries([
  { time_ms: 10_000 },
  { time_ms: 10_500 },
  { time_ms: 14_000, gap: true },
  { time_ms: 14_500 },
  { time_ms: 15_000 },
]);
it.each<[string, object, string[]]>([
  ['the newest entry if it is recent', { accepted_seq: 2, accepted_ms: 10_900, tape_seq: 2 }, []],
  [
    'the first quote after the newest entry if that is too old',
    { accepted_seq: 2, accepted_ms: 13_000, tape_seq: 4 },
    [],
  ],
  ['the first quote after a gap', { accepted_seq: 3, accepted_ms: 14_100, tape_seq: 4 }, []],
  ['a newest entry that is too old', { accepted_seq: 2, accepted_ms: 13_000, tape_seq: 2 }, ['tape_seq 4 2']],
  [
    'an entry after a recent newest one',
    { accepted_seq: 2, accepted_ms: 10_900, tape_seq: 4 },
    ['tape_seq 2 4'],
  ],
  ['an entry after the next one', { accepted_seq: 2, accepted_ms: 13_000, tape_seq: 5 }, ['tape_seq 4 5']],
  [
    'an entry 85 seconds old',
    { accepted_seq: 2, accepted_ms: 95_500, tape_seq: 2 },
    ['tape_seq undefined 2', 'accepted_seq 3 2'],
  ],
  [
    'an entry made before the acceptance',
    { accepted_seq: 2, accepted_ms: 14_600, tape_seq: 4 },
    ['tape_seq 5 4'],
  ],
  ['the first entry made since the acceptance', { accepted_seq: 2, accepted_ms: 14_600, tape_seq: 5 }, []],
  [
    'an acceptance before its entry',
    { accepted_seq: 4, accepted_ms: 10_500, tape_seq: 4 },
    ['accepted_seq 3 4'],
  ],
])('accepts or rejects a market fill at %s', (_, given, expected) => {
  const fill = { ...SPOT, side: 'buy', price: '100.02', fill_age_ms: 1000, ...given } as Fill;
  const { findings } = rederiveFill(fill, ACCEPTED);
  expect(findings.map(({ params }) => `${params['field']} ${params['derived']} ${params['found']}`)).toEqual(
    expected,
  );
});
