/** A customer's changes to a resting order: the request made from them, and the order's hold afterwards. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import type { Position } from '../../live/position-list.ts';
import { coinTerms } from '../testing/toy-terms.ts';
import { amendmentOf, heldBy, movedResting, readResting, restingSet } from './resting-draft.ts';

const order = {
  ...{ id: '7', product: 'contract', symbol: 'BTC/USDT', side: 'long', type: 'limit', status: 'pending' },
  ...{
    price: '19500',
    quantity: '1',
    leverage: 10,
    placed_rate: '1',
    fee_rate: '0.0005',
    financing_rate: '0.0003',
  },
} as Position;
const at = new Date(2026, 11, 5, 18, 30).getTime();

test.each([
  ['nothing', {}, undefined],
  ['the price', { price: '19800.' }, { price: '19800' }],
  ['the quantity', { quantity: '0.5' }, { quantity: '0.5' }],
  ['an expiry', { until: '2026-12-05T18:30' }, { expires_at: at }],
  ['no price', { price: '' }, undefined],
  ['a quantity of zero', { quantity: '0' }, undefined],
  ['no time', { until: 'soon' }, undefined],
])('sends only the differences: %s', (_, typed, changes) => {
  const request = amendmentOf({ ...restingSet(order), ...typed }, order);
  expect(request).toEqual(changes === undefined ? undefined : { id: '7', ...changes });
});

test('sends only the moved price, even if quantity and expiry changed since the line was moved', () => {
  const draft = { ...restingSet(order), price: '19800' };
  const now = { ...order, quantity: '0.4', expires_at: at };
  expect(amendmentOf(movedResting(draft, now), now)).toEqual({ id: '7', price: '19800' });
});

test('shows the expiry of an order in the device’s time, and removes the expiry', () => {
  const ending = { ...order, expires_at: at };
  expect(restingSet(ending).until).toBe('2026-12-05T18:30');
  expect(amendmentOf(restingSet(ending), ending)).toBeUndefined();
  expect(amendmentOf({ ...restingSet(ending), until: '' }, ending)).toEqual({ id: '7', expires_at: null });
  expect(readResting({ ...restingSet(order), until: '' }).expiresMs).toBeNull();
});

test('computes the hold of the order at its own fee rate, and no hold for an order that only closes', () => {
  const figures = { price: amount('20000'), quantity: amount('1'), terms: coinTerms };
  expect(formatAmount(heldBy(order, figures))).toBe('2010');
  expect(heldBy({ ...order, reduces: '6' }, figures)).toBe(0n);
});
