/** The choice of a deposit method, and the checks of the proof form. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import type { Way } from './deposit-ways.ts';
import { chosenWay, currenciesOf, readProof, waysOf } from './deposit-ways.ts';

const chain: Way = {
  currency: 'USDT',
  network: 'tron',
  min: '10',
  max: '1000',
  credited_as: 'USDT',
  rate: null,
  address: 'T1',
  instructions: null,
};
const other: Way = { ...chain, network: 'ethereum', address: '0x1' };
const wire: Way = { ...chain, currency: 'EUR', network: 'wire', rate: '1.08333333', address: null };
const bitcoin: Way = { ...chain, currency: 'BTC', network: 'bitcoin', address: '1' };
const ways = [bitcoin, chain, other, wire];

test('lists each currency once, with USDT first, and the networks of each currency', () => {
  expect(currenciesOf(ways)).toEqual(['USDT', 'BTC', 'EUR']);
  expect(waysOf(ways, 'USDT')).toEqual([chain, other]);
});

test.each([
  ['USDT', '', undefined],
  ['USDT', 'tron', chain],
  ['USDT', 'wire', undefined],
  ['EUR', '', wire],
  ['', '', undefined],
  ['DOGE', 'tron', undefined],
])('returns the deposit method for the currency "%s" and the network "%s"', (currency, network, way) => {
  expect(chosenWay(ways, { currency, network })).toBe(way);
});

const draft = { amount: '100', voucher: 'f1', reference: '' };

test.each([
  ['', 'amount_missing'],
  ['0', 'amount_missing'],
  ['9.99999999', 'out_of_range'],
  ['10', undefined],
  ['1000.', undefined],
  ['1000.00000001', 'out_of_range'],
])('accepts the amount "%s" or reports its problem: %s', (typed, problem) => {
  expect(readProof({ ...draft, amount: typed }, chain).problem).toBe(problem);
});

test('sends the typed values unchanged, except that the reference is trimmed', () => {
  expect(readProof({ ...draft, amount: '100.50', reference: ' AB 1 ' }, wire).request).toEqual({
    currency: 'EUR',
    network: 'wire',
    amount: '100.5',
    voucher: 'f1',
    reference: 'AB 1',
  });
  expect(readProof(draft, chain).request).not.toHaveProperty('reference');
});

test('sends nothing while the image is missing', () => {
  expect(readProof({ ...draft, voucher: '' }, chain).request).toBeUndefined();
});

test('computes the credited value of a wire at the current rate, rounded down', () => {
  const { credited } = readProof({ ...draft, amount: '100.01' }, wire);
  expect(formatAmount(credited ?? 0n)).toBe('108.34416633');
  expect(readProof(draft, chain).credited).toBeUndefined();
});

test.each([
  ['', false],
  ['AB 1', true],
  ['a'.repeat(63), true],
  [` 0x${'Ab'.repeat(32)} `, false],
  ['0'.repeat(64), false],
])('reports whether "%s" is an invalid transaction id: %s', (reference, wrong) => {
  const view = readProof({ ...draft, reference }, chain);
  expect(view.isReferenceWrong).toBe(wrong);
  expect(view.request === undefined).toBe(wrong);
  expect(readProof({ ...draft, reference }, wire).isReferenceWrong).toBe(false);
});
