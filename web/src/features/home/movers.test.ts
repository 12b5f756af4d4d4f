/** The instruments that moved most in the last day. */
import { expect, test } from 'vitest';
import type { Quotation } from '../../live/quotes.ts';
import { moversOf } from './movers.ts';

const rows = (
  [
    ['BTC', '1.5', true],
    ['ETH', '-2', true],
    ['DOGE', '10', true],
    ['EUR', '-9', false],
    ['XAU', '0', true],
    ['ADA', '-0.01', true],
  ] as const
).map(([base, change_24h, open]) => ({ base, change_24h, open }) as unknown as Quotation);

test.each([
  ['up', 3, 'DOGE BTC'],
  ['up', 1, 'DOGE'],
  ['down', 3, 'ETH ADA'],
] as const)('returns the instruments that moved most: %s, at most %i', (direction, count, expected) => {
  expect(
    moversOf(rows, direction, count)
      .map(({ base }) => base)
      .join(' '),
  ).toBe(expected);
});
