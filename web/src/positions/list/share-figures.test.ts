/** The figures in the shared image of an open trade, a closed trade and an unfilled order. */
import { expect, test } from 'vitest';
import { toyPosition } from '../../live/testing/toy-position.ts';
import { coinTerms } from '../testing/toy-terms.ts';
import { shareFigures } from './share-figures.ts';

test('returns the current profit of an open position before its closing fee', () => {
  const figures = shareFigures(toyPosition(), coinTerms, { bid: '60600', ask: '60610' });
  expect(figures).toEqual({ profit: '300', percent: '20', exit: '60600' });
  expect(shareFigures(toyPosition(), coinTerms, undefined)).toBeUndefined();
});

test('returns the profit of a closed position after all costs, relative to its original margin', () => {
  const close = {
    quantity: '0.5',
    price: '61000',
    tape_seq: 50,
    rate: '1',
    pnl: '500',
    fee: '15.25',
    financing: '9.75',
    shortfall: '0',
    reason: 'customer',
    time: 1,
    time_ms: 1000,
    rate_seq: null,
  } as const;
  const closed = toyPosition({
    status: 'closed',
    open_quantity: '0',
    margin: '0',
    initial_margin: '0',
    realised_pnl: '500',
    close_price: '61000',
    closes: [close],
  });
  expect(shareFigures(closed, coinTerms, undefined)).toEqual({
    profit: '460',
    percent: '30.66666666',
    exit: '61000',
  });
});

test('returns nothing for an unfilled order', () => {
  const cancelled = toyPosition({ status: 'cancelled', entry_price: null });
  expect(shareFigures(cancelled, coinTerms, undefined)).toBeUndefined();
});
