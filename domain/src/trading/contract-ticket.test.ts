/** The figures of an order form, and the midnights at which financing is charged. */
import { expect, test } from 'vitest';
import type { ContractTerms } from '../market/instrument.ts';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import { contractTicket } from './contract-ticket.ts';
import type { ContractDraft } from './contract-ticket.ts';
import { midnightsPassed, nextMidnightMs } from './financing.ts';

const btc: ContractTerms = {
  tickSize: amount('0.01'),
  pipSize: amount('0.01'),
  contractSize: ONE,
  contractStep: amount('0.001'),
  contractMin: amount('0.001'),
  contractMax: amount('50'),
  contractFeeRate: amount('0.0005'),
  financingLongRate: amount('0.0003'),
  financingShortRate: amount('0.0001'),
  leverages: [2, 5, 10, 20, 50, 100],
};
const draft: ContractDraft = {
  side: 'long',
  quantity: amount('0.1'),
  leverage: 10,
  limit: undefined,
  stop: undefined,
  bid: amount('59990'),
  ask: amount('60000'),
  rate: ONE,
};
const figuresOf = (changed: Partial<ContractDraft>, terms: ContractTerms = btc) => {
  const { feeRounding, ...ticket } = contractTicket(terms, { ...draft, ...changed });
  expect(feeRounding === 0n || feeRounding === 1n).toBe(true);
  return Object.fromEntries(
    Object.entries(ticket).map(([name, value]) => [name, value === null ? null : formatAmount(value)]),
  );
};

test('computes the figures of a long at market', () => {
  expect(figuresOf({ stop: amount('59000') })).toEqual({
    price: '60000',
    notional: '6000',
    margin: '600',
    fee: '3',
    total: '603',
    spreadCost: '1',
    financingADay: '1.8',
    closeOutPrice: '57000',
    lossAtStop: '105.95',
    onePercentMove: '60',
  });
});

test('opens a short at the bid, with the financing of shorts and a liquidation price above the entry', () => {
  expect(figuresOf({ side: 'short' })).toMatchObject({
    price: '59990',
    notional: '5999',
    financingADay: '0.5999',
    closeOutPrice: '62989.5',
    lossAtStop: null,
  });
});

test('computes the figures at the limit price, or at the market price if the market already meets the limit', () => {
  expect(figuresOf({ limit: amount('59000') })).toMatchObject({ price: '59000', margin: '590' });
  expect(figuresOf({ limit: amount('61000') })).toMatchObject({ price: '60000', margin: '600' });
  expect(figuresOf({ side: 'short', limit: amount('61000') })).toMatchObject({ price: '61000' });
  expect(figuresOf({ side: 'short', limit: amount('59000') })).toMatchObject({ price: '59990' });
});

test('limits the loss at the stop to the total paid, and returns a gain for a profit lock', () => {
  expect(figuresOf({ stop: amount('50000') })).toMatchObject({ lossAtStop: '603' });
  expect(figuresOf({ stop: amount('61000') })).toMatchObject({ lossAtStop: '-93.95' });
});

test('computes the figures of an instrument quoted in yen in USDT', () => {
  const lots = { ...btc, contractSize: amount('100000') };
  const yen = { quantity: ONE, leverage: 50, bid: amount('151.241'), ask: amount('151.25') };
  expect(figuresOf({ ...yen, rate: amount('0.00661157') }, lots)).toMatchObject({
    notional: '99999.99625',
    margin: '1999.999925',
    spreadCost: '5.950413',
    onePercentMove: '999.9999625',
  });
});

const at = (text: string) => Date.parse(`2026-03-${text}Z`);
test.each([
  ['01T00:00:00.000', '01T23:59:59.999', 0, '02T00:00:00.000'],
  ['01T23:59:59.999', '02T00:00:00.000', 1, '02T00:00:00.000'],
  ['02T00:00:00.000', '02T00:00:00.000', 0, '03T00:00:00.000'],
  ['02T00:00:00.000', '03T00:00:00.000', 1, '03T00:00:00.000'],
  ['01T12:00:00.000', '09T12:00:00.000', 8, '02T00:00:00.000'],
  ['09T12:00:00.000', '01T12:00:00.000', 0, '10T00:00:00.000'],
])('counts the midnights from %s to %s as %i, and returns %s as the next one', (from, to, count, next) => {
  expect(midnightsPassed(at(from), at(to))).toBe(count);
  expect(nextMidnightMs(at(from))).toBe(at(next));
});
