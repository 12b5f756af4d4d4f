/** The exchange form: its two currencies, the checks of the amount, and the countdown of a firm price. */
import { expect, test } from 'vitest';
import type { Wallet } from '../../lib/wallet-value.ts';
import type { FirmQuote } from './exchange-draft.ts';
import { endsOf, isOf, readExchange, secondsLeft, unitPrice, withEnd } from './exchange-draft.ts';

const currencies = ['USDT', 'BTC', 'ETH'];
const nothing = { available: '0', frozen: '0' };
const wallet: Wallet = {
  currency: 'USDT',
  spot: { available: '1000.12345678', frozen: '5' },
  ...{ contract: nothing, option: nothing, value_usdt: '1005.12345678' },
};

test.each([
  ['USDT', 'BTC', 'USDT', 'BTC'],
  ['BTC', 'BTC', 'BTC', 'USDT'],
  ['GONE', 'BTC', 'USDT', 'BTC'],
  ['ETH', 'GONE', 'ETH', 'USDT'],
  ['', '', 'USDT', 'BTC'],
])('converts the stored currencies "%s" and "%s" to %s and %s', (from, to, readFrom, readTo) => {
  expect(endsOf({ from, to }, currencies)).toEqual({ from: readFrom, to: readTo });
});

test("swaps the currencies when the other side's currency is chosen", () => {
  expect(withEnd({ from: 'USDT', to: 'BTC' }, 'from', 'BTC')).toEqual({ from: 'BTC', to: 'USDT' });
  expect(withEnd({ from: 'USDT', to: 'BTC' }, 'to', 'ETH')).toEqual({ from: 'USDT', to: 'ETH' });
});

test.each([
  ['', 'amount_missing'],
  ['0', 'amount_missing'],
  ['1000.12345679', 'too_much'],
  ['1000.12345678', undefined],
  ['100.', undefined],
])('accepts the amount "%s" or reports its problem: %s', (typed, problem) => {
  const view = readExchange({ from: 'USDT', to: 'BTC', amount: typed }, wallet);
  expect(view.problem).toBe(problem);
  expect(view.request !== undefined).toBe(problem === undefined);
});

test('reports an empty balance for a missing wallet', () => {
  expect(readExchange({ from: 'ETH', to: 'BTC', amount: '1' }, undefined).problem).toBe('nothing_there');
});

test('matches a quote with the typed amount by value, with or without trailing zeros', () => {
  const { request } = readExchange({ from: 'USDT', to: 'BTC', amount: '100.50' }, wallet);
  const quote = { from: 'USDT', to: 'BTC', from_amount: '100.5' } as FirmQuote;
  expect(isOf(quote, request)).toBe(true);
  expect(isOf({ ...quote, from_amount: '100.51' }, request)).toBe(false);
  expect(isOf({ ...quote, to: 'ETH' }, request)).toBe(false);
  expect(isOf(quote, undefined)).toBe(false);
});

test.each([
  [10_000, 10],
  [9_001, 10],
  [9_000, 9],
  [1, 1],
  [0, 0],
  [-5, 0],
])('shows a quote that expires in %d ms as valid for %d s', (leftMs, seconds) => {
  expect(secondsLeft(leftMs, 0)).toBe(seconds);
});

test.each([
  ['USDT', '100', 'BTC', '0.0015', '1 BTC = 66666.66666667 USDT'],
  ['BTC', '0.0015', 'USDT', '99', '1 BTC = 66000 USDT'],
  ['DOGE', '3', 'BTC', '0.00000001', '1 BTC = 300000000 DOGE'],
  ['USDT', '1', 'USDC', '1', '1 USDT = 1 USDC'],
])('computes the unit price of %s %s for %s %s as %s', (from, given, to, got, said) => {
  const { one, is, of } = unitPrice({ from, to, from_amount: given, to_amount: got });
  expect(`1 ${one} = ${is} ${of}`).toBe(said);
});
