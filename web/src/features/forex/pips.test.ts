/** The spread in pips, and the value of a pip. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { pipValue, spreadInPips } from './pips.ts';

test.each([
  ['1.08446', '1.08454', '0.0001', '0.8'],
  ['151.246', '151.255', '0.01', '0.9'],
  ['2400.1', '2400.45', '0.01', '35'],
  ['1.084460', '1.084461', '0.0001', '0.1'],
  ['1.2', '1.2', '0.0001', '0'],
])('computes the spread between bid %s and ask %s, with a pip of %s, as %s pips', (bid, ask, pip, spread) => {
  expect(spreadInPips({ bid, ask }, pip)).toBe(spread);
});

test.each([
  ['EUR/USD', '100000', '0.0001', '1', '10'],
  ['USD/JPY', '100000', '0.01', '0.00661155', '6.61155'],
  ['XAU/USD', '100', '0.01', '1', '1'],
  ['EUR/GBP', '100000', '0.0001', '1.268', '12.68'],
])('computes the value of one pip for one lot of %s', (_symbol, contractSize, pipSize, rate, worth) => {
  expect(formatAmount(pipValue({ contractSize, pipSize, rate }))).toBe(worth);
});
