/** The draft of a full or partial close. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { toyPosition } from '../../live/testing/toy-position.ts';
import { coinTerms } from '../testing/toy-terms.ts';
import { openShare, readClose, shareOfOpen } from './close-draft.ts';

const position = toyPosition();
const facts = { position, terms: coinTerms, quote: { bid: '60600', ask: '60610' } };

test('sends no quantity for a full close, and computes the credit as margin plus profit minus the fee', () => {
  const view = readClose('0.5', facts);
  expect(view.isWhole).toBe(true);
  expect(view.request).toEqual({ id: '7' });
  const { settlement, fee, price } = view.closing ?? {};
  expect(formatAmount(price ?? 0n)).toBe('60600');
  expect(formatAmount(fee ?? 0n)).toBe('15.15');
  expect(formatAmount((settlement?.returned ?? 0n) + (settlement?.gained ?? 0n))).toBe('1784.85');
});

test('releases the corresponding share of the margin for a partial close', () => {
  const view = readClose('0.2', facts);
  expect(view.request).toEqual({ id: '7', quantity: '0.2' });
  expect(formatAmount(view.closing?.rest.quantity ?? 0n)).toBe('0.3');
  expect(formatAmount(view.closing?.rest.margin ?? 0n)).toBe('900');
});

test.each([
  ['', 'quantity_missing', {}],
  ['0', 'quantity_missing', {}],
  ['0.', 'quantity_missing', {}],
  ['0.6', 'quantity_above_maximum', { max: '0.5' }],
  ['0.0005', 'quantity_below_minimum', { min: '0.001' }],
  ['0.4995', 'quantity_off_step', { step: '0.001' }],
  ['0.2005', 'quantity_off_step', { step: '0.001' }],
])('rejects the quantity %j: %s', (typed, code, params) => {
  const view = readClose(typed, facts);
  expect(view.problem).toEqual({ code, params });
  expect([view.request, view.closing]).toEqual([undefined, undefined]);
});

test('accepts a full close of a quantity that is not a multiple of the step', () => {
  const odd = toyPosition({ open_quantity: '0.0005' });
  expect(readClose('0.0005', { ...facts, position: odd }).request).toEqual({ id: '7' });
});

test('converts the slider position to whole steps, and its end to the full quantity', () => {
  expect([0, 33, 50, 100].map((percent) => shareOfOpen(percent, position, coinTerms))).toEqual([
    '',
    '0.165',
    '0.25',
    '0.5',
  ]);
  expect(openShare(undefined, position)).toBe(0);
  expect(openShare(12_500_000n, position)).toBe(25);
  expect(openShare(99_000_000n, position)).toBe(100);
});
