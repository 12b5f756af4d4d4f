/** Preset levels at a distance, and stops that the price can't reach before liquidation. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { isBehindCloseOut, levelAt } from './level-distance.ts';

const from = amount('64321.07');
const tickSize = amount('0.01');

test.each([
  ['takeProfit', 'long', '64964.28'],
  ['takeProfit', 'short', '63677.86'],
  ['stop', 'long', '63677.86'],
  ['stop', 'short', '64964.28'],
  ['trailing', 'long', '643.21'],
  ['trailing', 'short', '643.21'],
] as const)('computes the %s of a %s at a distance of 1%%', (name, side, level) => {
  expect(formatAmount(levelAt(name, 1, { side, from, tickSize }))).toBe(level);
});

test.each([
  ['long', '99.4', '99.5', true],
  ['long', '99.5', '99.5', true],
  ['long', '99.6', '99.5', false],
  ['short', '100.6', '100.5', true],
  ['short', '100.4', '100.5', false],
] as const)(
  'reports whether a %s with its stop at %s is liquidated first at %s',
  (side, stop, closeOut, behind) => {
    expect(isBehindCloseOut(side, amount(stop), amount(closeOut))).toBe(behind);
    expect(isBehindCloseOut(side, amount(stop), null)).toBe(false);
  },
);
