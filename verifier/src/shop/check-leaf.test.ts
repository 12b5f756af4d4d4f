import { expect, test } from 'vitest';
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
});

test.each<[string, ReturnType<typeof makeStatement>, readonly MoneyRecord[], readonly string[]]>([
  ['the balance at the statement', owed(100n * ONE, 1), [grant, later], []],
  [
    'an old balance, and says that it counted only up to then',
    owed(100n * ONE, 1),
    [grant, record(3, 'customer:7', [[false, '50']])],
    ['liability_differs'],
  ],
  ['half of it', owed(50n * ONE, 1), [grant], ['liability_differs']],
  ['the balance and a gain of an open position', owed(103n * ONE, 2), [grant, opened], []],
  [
    'less than the balance beside an open position',
    owed(99n * ONE, 2),
    [grant, opened],
    ['liability_differs'],
  ],
  ['nothing of the account', makeStatement([OTHER], { asOfMs: 20_000 }), [grant], ['liability_missing']],
  [
    'nothing of the account beside an open position',
    makeStatement([OTHER], { asOfMs: 20_000 }),
    [grant, opened],
    ['liability_missing'],
  ],
])('raises what it should for a statement that has %s', (_, made, records, expected) => {
  const found = checkLeaf(notebookOf(...records), made.ownOf('7'), () => made.root);
  expect(found.map(({ kind }) => kind)).toEqual(expected);
});

test('waits until the statement is in the log, and expects nothing of an account that is younger', () => {
  const half = owed(50n * ONE, 1);
  expect(checkLeaf(notebookOf(grant), half.ownOf('7'), () => undefined)).toEqual([]);
  const without = makeStatement([OTHER], { asOfMs: 1 });
  expect(checkLeaf(notebookOf(grant), without.ownOf('7'), () => without.root)).toEqual([]);
});
