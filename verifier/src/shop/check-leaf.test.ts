import { describe, expect, test } from 'vitest';
import { ONE } from '../decimal.ts';
import { makeStatement } from '../liabilities/testing/made-statement.ts';
import { checkLeaf } from './check-leaf.ts';
import type { MoneyRecord } from './wire.ts';

const record = (seq: number, ref: string, changes: readonly (readonly [boolean, string])[]): MoneyRecord => ({
  ...{ seq, kind: 'made', ref, time: seq },
  changes: changes.map(([frozen, amount]) => ({ account: 'spot', frozen, currency: 'USDT', amount })),
});
const grant = record(1, 'customer:7', [[false, '100']]);
const opened = record(2, 'position:5', [
  [false, '-10'],
  [true, '10'],
]);
const later = record(9, 'customer:7', [[false, '50']]);

const OTHER = { customer: '8', seq: 1, currency: 'USDT', parts: [5n * ONE] };
const owed = (units: bigint, seq: number) =>
  makeStatement([{ customer: '7', seq, currency: 'USDT', parts: [units] }, OTHER], { asOfMs: 20_000 });

const notebookOf = (...records: readonly MoneyRecord[]) => ({
  customer: '7',
  records: Object.fromEntries(records.map((one) => [one.seq, JSON.stringify(one)])),
  since: Object.fromEntries(records.map(({ seq }) => [`record ${seq}`, seq * 1_500])),
  trades: {},
});
/** When the lists of trades are read: too close to the statement for the positions at its time to be known. */
const readMs = 20_000;

test.each<[string, ReturnType<typeof makeStatement>, readonly MoneyRecord[], readonly string[]]>([
  ['the balance at the statement', owed(100n * ONE, 1), [grant, later], []],
  [
    'an old balance, and states that it covers only the time until then',
    owed(100n * ONE, 1),
    [grant, record(3, 'customer:7', [[false, '50']])],
    ['liability_differs'],
  ],
  ['half of the balance', owed(50n * ONE, 1), [grant], ['liability_differs']],
  ['the balance and a gain of an open position', owed(103n * ONE, 2), [grant, opened], []],
  [
    'less than the balance beside an open position',
    owed(99n * ONE, 2),
    [grant, opened],
    ['liability_differs'],
  ],
  ['nothing about the account', makeStatement([OTHER], { asOfMs: 20_000 }), [grant], ['liability_missing']],
  [
    'nothing about the account beside an open position',
    makeStatement([OTHER], { asOfMs: 20_000 }),
    [grant, opened],
    ['liability_missing'],
  ],
])('raises the expected alarms for a statement that has %s', (_, made, records, expected) => {
  const found = checkLeaf({
    notebook: notebookOf(...records),
    own: made.ownOf('7'),
    rootOf: () => made.root,
    readMs,
    steps: [],
  });
  expect(found.map(({ kind }) => kind)).toEqual(expected);
});

test('waits until the statement is in the log, and expects nothing for an account that is newer than the statement', () => {
  const half = owed(50n * ONE, 1);
  expect(
    checkLeaf({
      notebook: notebookOf(grant),
      own: half.ownOf('7'),
      rootOf: () => undefined,
      readMs,
      steps: [],
    }),
  ).toEqual([]);
  const without = makeStatement([OTHER], { asOfMs: 1 });
  expect(
    checkLeaf({
      notebook: notebookOf(grant),
      own: without.ownOf('7'),
      rootOf: () => without.root,
      readMs,
      steps: [],
    }),
  ).toEqual([]);
});

describe('gains of open positions', () => {
  const PRICE = 'price|BTC/USDT|5|105|106\n';
  const position = {
    ...{ id: '5', symbol: 'BTC/USDT', side: 'long', status: 'open', quantity: '1', contract_size: '1' },
    ...{ entry_price: '102', placed_rate_seq: null, closes: [] },
  };
  const stated = (units: bigint, prices = PRICE) =>
    makeStatement([{ customer: '7', seq: 2, currency: 'USDT', parts: [units] }, OTHER], {
      asOfMs: 20_000,
      prices,
    });
  const kinds = (
    made: ReturnType<typeof makeStatement>,
    seen: object = position,
    also: readonly MoneyRecord[] = [],
  ) =>
    checkLeaf({
      notebook: {
        ...notebookOf(grant, opened, ...also),
        trades: { 'position 5': { product: 'position', id: '5', seen: { ...position, ...seen } } },
      },
      own: made.ownOf('7'),
      rootOf: () => made.root,
      readMs: 60_000,
      steps: [],
    }).map(({ kind }) => kind);
  const closing = record(30, 'position:5', [[true, '-10']]);

  test('are those at the prices that the statement names', () => {
    expect(kinds(stated(103n * ONE))).toEqual([]);
  });

  test.each([
    ['stated too low', stated(103n * ONE - 1n), position],
    ['stated too high, for another account', stated(103n * ONE + 1n), position],
    ['left out', stated(100n * ONE), position],
    ['left out with their price', stated(100n * ONE, ''), position],
    ['reduced by a loss', stated(99n * ONE), { ...position, entry_price: '106' }],
  ])('raise an alarm if they are %s', (_, made, seen) => {
    expect(kinds(made, seen)).toEqual(['liability_differs']);
  });

  test('are unknown for a position that was closed since', () => {
    expect(kinds(stated(107n * ONE), { status: 'closed', closes: [{ quantity: '1' }] }, [closing])).toEqual(
      [],
    );
    expect(kinds(stated(99n * ONE), { status: 'closed', closes: [{ quantity: '1' }] }, [closing])).toEqual([
      'liability_differs',
    ]);
  });
});
