/** The withdrawal form: the currencies of an address, the checks of the amount, and the fee. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Address, CurrencyTerms, WithdrawFacts } from './withdraw-request.ts';
import { percentOf, readWithdrawal } from './withdraw-request.ts';

const usdt: CurrencyTerms = {
  currency: 'USDT',
  networks: ['ethereum', 'tron'],
  min: '30',
  max: '2000',
  day_max: '3000',
  day_left: '1500',
  fee_rate: '0.001',
  two_from: '1000',
  available: '1800',
};
const eth: CurrencyTerms = { ...usdt, currency: 'ETH', networks: ['ethereum'], min: '0.01', available: '0' };
const address: Address = {
  id: '7',
  network: 'ethereum',
  currencies: ['ETH', 'USDT'],
  address: '0x1',
  label: '',
  added_at: 1,
  usable_at: 100,
};
const terms = { currencies: [eth, usdt], arrival_hours: 24, held_until: null };
const facts: WithdrawFacts = { terms, addresses: [address], nowSeconds: 100 };
const draft = { address: '7', currency: 'USDT', amount: '100' };

test.each([
  ['', 'amount_missing'],
  ['0.00', 'amount_missing'],
  ['29.99999999', 'below_minimum'],
  ['30', undefined],
  ['1500', undefined],
  ['1500.00000001', 'day_maximum'],
  ['1800.00000001', 'too_much'],
  ['9000', 'too_much'],
])('accepts the amount "%s" in USDT or reports its problem: %s', (typed, problem) => {
  const view = readWithdrawal({ ...draft, amount: typed }, facts);
  expect(view.problem).toBe(problem);
  expect(view.request === undefined).toBe(problem !== undefined);
});

test('reports an insufficient balance before an exceeded single-withdrawal limit', () => {
  const rich = { ...usdt, available: '9000' };
  const all = { ...facts, terms: { ...terms, currencies: [rich] } };
  const problem = (typed: string) => readWithdrawal({ ...draft, amount: typed }, all).problem;
  expect([problem('2000'), problem('2000.00000001'), problem('9000.1')]).toEqual([
    'day_maximum',
    'above_maximum',
    'too_much',
  ]);
});

test('returns the currencies that the address can receive, with USDT preselected', () => {
  const view = readWithdrawal({ ...draft, currency: '' }, facts);
  expect(view.offered.map(({ currency }) => currency)).toEqual(['ETH', 'USDT']);
  expect(view.terms?.currency).toBe('USDT');
  const bitcoin: Address = { ...address, network: 'bitcoin', currencies: ['BTC'] };
  expect(readWithdrawal(draft, { ...facts, addresses: [bitcoin] }).problem).toBe('not_offered');
});

test('preselects the only address, and requires a choice among several', () => {
  expect(readWithdrawal({ ...draft, address: '' }, facts).address).toBe(address);
  const two = [address, { ...address, id: '8' }];
  expect(readWithdrawal({ ...draft, address: '' }, { ...facts, addresses: two }).problem).toBe(
    'address_missing',
  );
  expect(readWithdrawal(draft, { ...facts, addresses: [] }).problem).toBe('address_missing');
});

test('rejects a new address until its waiting period has ended', () => {
  expect(readWithdrawal(draft, { ...facts, nowSeconds: 99 }).problem).toBe('address_not_ready');
  expect(readWithdrawal({ ...draft, currency: 'ETH' }, facts).problem).toBe('nothing_there');
});

test('computes fee, remainder, maximum, and the amount from which two approvers are needed', () => {
  const view = readWithdrawal({ ...draft, amount: '1000' }, facts);
  expect(view.cost).toEqual({ fee: amount('1'), arrives: amount('999') });
  expect(formatAmount(view.most)).toBe('1500');
  const fresh = {
    ...facts,
    terms: { ...terms, currencies: [eth, { ...usdt, day_left: usdt.day_max }] },
  };
  const needs = (typed: string, of: WithdrawFacts) =>
    readWithdrawal({ ...draft, amount: typed }, of).needsSecond;
  expect([needs('1000', fresh), needs('999.99999999', fresh), needs('100', facts)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(view.request).toEqual({ currency: 'USDT', amount: '1000', address: '7', arrives: '999' });
  expect(percentOf('0.001')).toBe('0.1');
});

test('splits any requested amount exactly into fee and remainder', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2_000_00000000n }), (typed) => {
      const { cost } = readWithdrawal({ ...draft, amount: formatAmount(typed) }, facts);
      expect((cost?.fee ?? 0n) + (cost?.arrives ?? 0n)).toBe(typed);
    }),
  );
});
