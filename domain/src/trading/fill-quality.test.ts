/** Fills on the public list, and their statistics computed by hand. */
import { describe, expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import { fillQuality, readPublicFill, slippage } from './fill-quality.ts';
import type { PublicFill } from './fill-quality.ts';

describe('slippage in units of 10⁻⁸', () => {
  test.each([
    ['buy', '100', '100', 0n],
    ['buy', '101', '100', 1_000_000n],
    ['buy', '99', '100', -1_000_000n],
    ['sell', '99', '100', 1_000_000n],
    ['sell', '101', '100', -1_000_000n],
    // Truncated alike in both directions: 0.01 ÷ 3 is 0.00333….
    ['buy', '3.01', '3', 333_333n],
    ['buy', '2.99', '3', -333_333n],
  ] as const)('is computed for a %s at %s, compared with %s, as %s', (side, price, against, slip) => {
    expect(slippage(side, amount(price), amount(against))).toBe(slip);
  });
});

const ID = 'a'.repeat(64);
/** A market order accepted at entry 7, at 1000 ms. */
const line = (side: string, ...rest: readonly (string | number)[]): string =>
  [ID, 'spot', 'BTC/USDT', side, 'market', 1000, 7, 500, '', ...rest, 1300, 2].join('|');
const read = (text: string): PublicFill => readPublicFill(text) ?? expect.fail('expected a fill');

describe('a line', () => {
  test('is read with its prices and entries', () => {
    expect(read(line('buy', '100', '101', 9, 1200, '101.5'))).toEqual({
      ...{ product: 'spot', symbol: 'BTC/USDT', side: 'buy', how: 'market', level: null },
      ...{ acceptedMs: 1000, accepted: 7n, quoted: amount('100'), next: amount('101') },
      ...{ filled: 9n, entryMs: 1200, price: amount('101.5') },
    });
  });

  test('is not read as a fill if it belongs to a ticket', () => {
    expect(readPublicFill(`${ID}|option|BTC/USDT|up|won||1|2|3|4|5|6|7|1||`)).toBeUndefined();
  });

  test.each([
    '',
    `${ID}|spot|BTC/USDT|short|market|1|2|3||4|5|6|7|8|9|1`,
    line('buy', '100', '101', 9, 1200, 'x'),
  ])('causes an exception if it is malformed: %s', (text) => {
    expect(() => readPublicFill(text)).toThrow('expected the line of a fill');
  });
});

const stat = (...lines: readonly string[]) => fillQuality(lines.map(read));

describe('the statistics', () => {
  test('are empty without fills', () => {
    expect(fillQuality([])).toEqual([]);
  });

  test('show how many orders waited, and how the price moved meanwhile, by direction', () => {
    const rows = stat(
      // Filled at the acceptance; the next quote was worse, the next one better, the last one the same.
      line('buy', '100', '101', 7, 900, '100'),
      line('sell', '100', '101', 7, 900, '100'),
      line('buy', '100', '100', 7, 900, '100'),
      // Waited, and the price moved against the customer by 2%, then for them by 1%.
      line('buy', '100', '102', 8, 1250, '102'),
      line('sell', '100', '101', 8, 1050, '101'),
    );
    expect(rows).toEqual([
      {
        ...{ product: 'spot', symbol: 'BTC/USDT', against: 'market', fills: 5, waited: 2, at: 3 },
        better: { count: 1, sum: 1_000_000n, p99: 1_000_000n },
        worse: { count: 1, sum: 2_000_000n, p99: 2_000_000n },
        favour: { orders: 2, waited: 1, sum: -1_000_000n },
        disfavour: { orders: 2, waited: 1, sum: 2_000_000n },
        ...{ waitP50Ms: 0, waitP99Ms: 250 },
      },
    ]);
  });

  test('compare limits and levels with the requested price, and leave out fills that have none', () => {
    const limit = line('buy', '100', '', 9, 1200, '98').replace(
      '|market|1000|7|500||',
      '|limit|1000|7|500|99|',
    );
    const trailing = line('sell', '100', '', 9, 1200, '98').replace('|market|', '|trailing|');
    const [row, ...others] = stat(limit, trailing);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ against: 'level', fills: 1, waited: 1, waitP50Ms: null });
    expect(row?.better).toEqual({ count: 1, sum: 1_010_101n, p99: 1_010_101n });
    expect(row?.favour.orders).toBe(0);
  });

  test('state the value that 99 of 100 fills do not exceed', () => {
    const lines = Array.from({ length: 200 }, (_, at) =>
      line('buy', '100', '', 8, 1000 + at, String(101 + at)),
    );
    const [row] = stat(...lines);
    expect(row?.worse.p99).toBe(198_000_000n);
    expect([row?.waitP50Ms, row?.waitP99Ms]).toEqual([99, 197]);
  });

  test('are grouped by product, symbol and kind', () => {
    const other = line('buy', '100', '', 7, 900, '100').replace('|spot|', '|contract|');
    expect(stat(line('buy', '100', '', 7, 900, '100'), other).map(({ product }) => product)).toEqual([
      'contract',
      'spot',
    ]);
  });
});
