import { expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import { endingFigures } from './ending.ts';
import { profitAt } from './contract.ts';

const terms = { contractSize: amount('1') };

/** A position of one coin at 100 with ten times leverage, unless a case differs. */
test.each<
  [
    what: string,
    side: 'long' | 'short',
    margin: string,
    costs: [string, string],
    price: string,
    level: string | null,
    equity: string,
    health: string,
  ]
>([
  ['a long at half of its margin', 'long', '10', ['0', '0'], '95', '95', '5', '0.5'],
  ['a short at half of its margin', 'short', '10', ['0', '0'], '105', '105', '5', '0.5'],
  ['a long that the price jumped over', 'long', '10', ['0', '0'], '88', '95', '-2', '-0.2'],
  ['a long with margin added', 'long', '14', ['0', '0'], '91', '91', '5', '0.5'],
  ['a long with overnight fees', 'long', '10', ['1', '0'], '96', '96', '5', '0.5'],
  ['a long charged for its opposite side', 'long', '10', ['1', '1'], '97', '97', '5', '0.5'],
  ['a long that reached its take profit', 'long', '10', ['0', '0'], '110', '95', '20', '2'],
  ['a long that no price liquidates', 'long', '200', ['0', '0'], '50', null, '150', '15'],
])('computes the figures of %s', (_, side, margin, [financing, charge], price, level, equity, health) => {
  const exposure = { side, quantity: amount('1'), entryPrice: amount('100'), rate: amount('1') };
  const { pnl } = profitAt(terms, exposure, amount(price));
  const ended = {
    ...exposure,
    ...{ margin: amount(margin), initialMargin: amount('10'), pnl },
    ...{ financing: amount(financing), charge: amount(charge) },
  };
  expect(endingFigures(terms, ended)).toEqual({
    liquidationPrice: level === null ? null : amount(level),
    equity: amount(equity),
    health: amount(health),
  });
});
