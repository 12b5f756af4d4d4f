/** The payers of a loss beyond the margin. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import { shortfallBorne, withGain, withoutUsed } from './hedge.ts';
import type { Borne, Gain, OpenLeg } from './hedge.ts';

const gain = (position: string, from: string, seq: string, gained: string): Gain => ({
  ...{ position, from, seq },
  amount: amount(gained),
});
const leg = (position: string, from: bigint, profit: string): OpenLeg => ({
  ...{ position, from },
  profit: amount(profit),
});
const described = ({ offset, offsets, charges }: Borne): string =>
  [
    formatAmount(offset),
    ...offsets.map((one) => `${one.position}@${one.seq} ${formatAmount(one.amount)}`),
    ...charges.map((one) => `${one.position} ${formatAmount(one.amount)}`),
  ].join(', ');

test.each<[string, readonly Gain[], readonly OpenLeg[], string, string]>([
  ['no gain', [], [], '100', '0'],
  ['a gain at the same entry', [gain('1', '9', '10', '8')], [], '100', '5, 1@10 5'],
  ['a gain at a later entry', [gain('1', '9', '12', '3')], [], '100', '3, 1@12 3'],
  ['a gain at an earlier entry', [gain('1', '8', '9', '8')], [], '100', '0'],
  ['a gain of a position that opened at that entry', [gain('1', '10', '12', '8')], [], '100', '0'],
  [
    'two gains, of which the older is used first',
    [gain('1', '9', '10', '3'), gain('2', '9', '11', '8')],
    [],
    '100',
    '5, 1@10 3, 2@11 2',
  ],
  ['a gain that was already spent', [gain('1', '9', '10', '8')], [], '2', '2, 1@10 2'],
  ['no available balance', [gain('1', '9', '10', '8')], [], '0', '0'],
  ['an open position', [], [leg('3', 9n, '8')], '100', '0, 3 5'],
  ['an open position that gained less', [], [leg('3', 9n, '2')], '100', '0, 3 2'],
  ['an open position that opened at that entry', [], [leg('3', 10n, '8')], '100', '0'],
  ['an open position that lost', [], [leg('3', 9n, '-8')], '100', '0'],
  ['two open positions', [], [leg('3', 9n, '2'), leg('4', 8n, '8')], '100', '0, 3 2, 4 3'],
  [
    'a gain and an open position, of which the gain is used first',
    [gain('1', '9', '10', '1')],
    [leg('3', 9n, '8')],
    '100',
    '1, 1@10 1, 3 4',
  ],
])('divides a shortfall of 5 at entry 10 given %s', (_, gains, open, free, expected) => {
  expect(described(shortfallBorne(amount('5'), { seq: 10n, gains, free: amount(free), open }))).toBe(
    expected,
  );
});

test('subtracts used gains, and merges gains of the same position and entry', () => {
  const gains = [gain('1', '9', '10', '4'), gain('2', '9', '10', '4'), gain('1', '9', '11', '1')];
  const left = withoutUsed(gains, [gain('1', '9', '10', '4'), gain('2', '9', '10', '1')]);
  expect(left).toEqual([gain('2', '9', '10', '3'), gain('1', '9', '11', '1')]);
  expect(withGain(left, gain('2', '9', '10', '2'))).toEqual([
    gain('1', '9', '11', '1'),
    gain('2', '9', '10', '5'),
  ]);
  expect(withGain(left, gain('2', '9', '12', '2'))).toHaveLength(3);
});

const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
const several = fc.array(
  amounts.map((one) => one + 1n),
  { maxLength: 5 },
);
test('charges no position more than its gain, and charges in total the lesser of all gains and the shortfall', () => {
  fc.assert(
    fc.property(amounts, amounts, several, several, (lost, free, gained, profits) => {
      const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
      const least = (...all: readonly bigint[]) => all.reduce((small, one) => (one < small ? one : small));
      const gains = gained.map((one, at): Gain => ({ position: `${at}`, from: '1', seq: '10', amount: one }));
      const open = profits.map((profit, at): OpenLeg => ({ position: `${at}`, from: 1n, profit }));
      const borne = shortfallBorne(lost, { seq: 10n, gains, free, open });
      expect(borne.offset).toBe(least(lost, free, sum(gained)));
      expect(sum(borne.offsets.map((one) => one.amount))).toBe(borne.offset);
      const charged = sum(borne.charges.map((one) => one.amount));
      expect(charged).toBe(least(lost - borne.offset, sum(profits)));
      for (const one of borne.charges)
        expect(one.amount).toBeLessThanOrEqual(profits[Number(one.position)] ?? 0n);
    }),
  );
});
