/** The totals of several positions. */
import { expect, test } from 'vitest';
import type { Position } from '../../live/position-list.ts';
import { toyPosition } from '../../live/testing/toy-position.ts';
import { coinTerms } from '../testing/toy-terms.ts';
import { totalsOf } from './totals.ts';

const long = toyPosition();
const short = toyPosition({ id: '8', side: 'short', open_quantity: '0.1', margin: '300' });
const terms = new Map([['BTC/USDT', coinTerms]]);
const quotes = new Map([['BTC/USDT', { bid: '60600', ask: '60610' }]]);

test('adds the profit of a long at the bid and the profit of a short at the ask', () => {
  expect(totalsOf([long, short], { terms, quotes })).toEqual({
    ...{ profit: '239', ownProfit: '239' },
    margin: '1800',
  });
});

test('returns no total profit while a quote is missing', () => {
  const other = toyPosition({ id: '9', symbol: 'ETH/USDT' });
  expect(totalsOf([long, other], { terms, quotes })).toEqual({
    ...{ profit: undefined, ownProfit: undefined },
    margin: '3000',
  });
});

test('returns a profit of zero for no positions', () => {
  expect(totalsOf([], { terms, quotes })).toEqual({ profit: '0', ownProfit: '0', margin: '0' });
});

test("excludes gains and losses on promotional credit from the customer's own profit", () => {
  const falling = new Map([['BTC/USDT', { bid: '59000', ask: '59010' }]]);
  const credited = (position: Position): Position => ({ ...position, collateral: 'promo' });
  const { profit, ownProfit } = totalsOf([credited(long), credited(short)], { terms, quotes: falling });
  expect(ownProfit).toBe('0');
  expect(profit).not.toBe('0');
});
