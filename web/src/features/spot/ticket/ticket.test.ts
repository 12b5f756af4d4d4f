/** The spot ticket: each row is a case, with the outcome last. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worstPrice } from '../../../lib/worst-price.ts';
import { shareToSize, sizeToShare } from './ticket-share.ts';
import type { TicketDraft, TicketFacts } from './ticket.ts';
import { readTicket } from './ticket.ts';

const instrument: Instrument = {
  symbol: 'BTC/USDT',
  kind: 'crypto',
  base: 'BTC',
  quote: 'USDT',
  tickSize: amount('0.01'),
  quantityStep: amount('0.00001'),
  quantityMin: amount('0.0001'),
  quantityMax: amount('100'),
  spotFeeRate: amount('0.001'),
  spot: true,
  calendar: 'always',
};
const facts: TicketFacts = {
  instrument,
  bid: amount('59990'),
  ask: amount('60000'),
  closed: undefined,
  available: { base: amount('0.5'), quote: amount('1000') },
};
const draft = (fields: Partial<TicketDraft>): TicketDraft => ({
  side: 'buy',
  type: 'market',
  basis: 'quantity',
  quantity: '',
  amount: '',
  price: '',
  ...fields,
});

const told = (fields: Partial<TicketDraft>, changed: Partial<TicketFacts> = {}): string => {
  const view = readTicket(draft(fields), { ...facts, ...changed });
  if (view.problem !== undefined)
    return [view.problem.code, view.problem.field, ...Object.values(view.problem.params)].join(' ');
  return JSON.stringify(view.request);
};

const limitBuy = { type: 'limit', price: '50000' } as const;
const limitSell = { type: 'limit', side: 'sell', quantity: '0.1' } as const;

test.each([
  ['nothing typed', {}, 'quantity_missing quantity'],
  ['a single decimal point', { quantity: '.' }, 'quantity_missing quantity'],
  ['zero', { quantity: '0' }, 'quantity_missing quantity'],
  ['a missing amount', { basis: 'amount' }, 'amount_missing amount'],
  ['too little', { quantity: '0.00009' }, 'quantity_below_minimum quantity 0.0001'],
  ['too much', { quantity: '101' }, 'quantity_above_maximum quantity 100'],
  ['off the step', { quantity: '0.000105' }, 'quantity_off_step quantity 0.00001'],
  ['a quantity beyond the balance', { quantity: '0.02' }, 'balance_insufficient quantity USDT 1201.2 1000'],
  ['a sell beyond the balance', { side: 'sell', quantity: '0.6' }, 'coins_insufficient quantity BTC 0.6 0.5'],
  [
    'an amount that buys less than the minimum',
    { basis: 'amount', amount: '6' },
    'amount_below_minimum amount 6.006 USDT',
  ],
  [
    'an amount beyond both the balance and the maximum order',
    { basis: 'amount', amount: '98765432.1' },
    'balance_insufficient amount USDT 98765432.1 1000',
  ],
  [
    'an amount beyond the balance',
    { basis: 'amount', amount: '1001' },
    'balance_insufficient amount USDT 1001 1000',
  ],
  ['a limit order without a price', { ...limitBuy, price: '', quantity: '0.01' }, 'price_missing price'],
  [
    'a limit price off the tick',
    { ...limitBuy, price: '50000.001', quantity: '0.01' },
    'price_off_tick price 0.01',
  ],
  ['a limit sell below the bid', { ...limitSell, price: '59989.99' }, 'limit_sell_below_price price 59990'],
  [
    'a limit buy beyond the balance',
    { ...limitBuy, quantity: '0.02' },
    'balance_insufficient quantity USDT 1001 1000',
  ],
  [
    'a limit far above the ask, charged at the ask',
    { type: 'limit', price: '90000', quantity: '0.0166' },
    '{"symbol":"BTC/USDT","side":"buy","type":"limit","quantity":"0.0166","price":"90000","fee_rate":"0.001"}',
  ],
  [
    'a market buy by quantity',
    { quantity: '0.01' },
    '{"symbol":"BTC/USDT","side":"buy","type":"market","quantity":"0.01","worst_price":"60300","fee_rate":"0.001"}',
  ],
  [
    'a market buy by amount with a trailing decimal point',
    { basis: 'amount', amount: '500.' },
    '{"symbol":"BTC/USDT","side":"buy","type":"market","amount":"500","worst_price":"60300","fee_rate":"0.001"}',
  ],
  [
    'a market sell by quantity whatever the basis',
    { side: 'sell', basis: 'amount', quantity: '0.5' },
    '{"symbol":"BTC/USDT","side":"sell","type":"market","quantity":"0.5","worst_price":"59690.05","fee_rate":"0.001"}',
  ],
  [
    'a limit buy',
    { ...limitBuy, quantity: '0.0199' },
    '{"symbol":"BTC/USDT","side":"buy","type":"limit","quantity":"0.0199","price":"50000","fee_rate":"0.001"}',
  ],
  [
    'a limit sell at the bid',
    { ...limitSell, price: '59990' },
    '{"symbol":"BTC/USDT","side":"sell","type":"limit","quantity":"0.1","price":"59990","fee_rate":"0.001"}',
  ],
] as readonly [string, Partial<TicketDraft>, string][])(
  'returns the outcome of the ticket: %s',
  (_name, fields, expected) => {
    expect(told(fields)).toBe(expected);
  },
);

test('reports a closed market before any other problem', () => {
  expect(told({ quantity: '0.01' }, { closed: 'market_closed' })).toBe('market_closed ');
  expect(told({}, { closed: 'trading_closed' })).toBe('trading_closed ');
});

test("computes a visitor's cost without checking a balance", () => {
  const view = readTicket(draft({ quantity: '2' }), { ...facts, available: undefined });
  expect(view.problem).toBeUndefined();
  expect(formatAmount(view.leg?.total ?? 0n)).toBe('120120');
});

test.each([
  ['buy', '60000', true],
  ['buy', '59999.99', false],
  ['sell', '59990', true],
  ['sell', '60000', false],
] as const)('reports whether a limit order to %s at %s fills immediately: %s', (side, price, expected) => {
  expect(readTicket(draft({ side, type: 'limit', price, quantity: '0.01' }), facts).fillsAtOnce).toBe(
    expected,
  );
});

test('rounds the worst price to a tick within half a per cent', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 14n), fc.constantFrom<'buy' | 'sell'>('buy', 'sell'), (ticks, side) => {
      const price = ticks * instrument.tickSize;
      const worst = worstPrice(side, price, instrument.tickSize);
      expect(worst % instrument.tickSize).toBe(0n);
      const away = side === 'buy' ? worst - price : price - worst;
      expect(away >= 0n && away * 200n <= price).toBe(true);
    }),
  );
});

test.each([
  [100, { basis: 'amount' }, { amount: '1000' }],
  [33, { basis: 'amount' }, { amount: '330' }],
  [0, { basis: 'amount' }, { amount: '0' }],
  [50, { side: 'sell' }, { quantity: '0.25' }],
  [100, { side: 'sell' }, { quantity: '0.5' }],
  [100, {}, { quantity: '0.01665' }],
  [50, { type: 'limit', price: '50000' }, { quantity: '0.00999' }],
  [50, { type: 'limit', price: '' }, undefined],
] as readonly [number, Partial<TicketDraft>, unknown][])(
  'sets the size to %i per cent of the balance for %o',
  (percent, fields, expected) => {
    expect(shareToSize(percent, draft(fields), facts)).toEqual(expected);
  },
);

test('never sets a size that costs more than the balance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.bigInt(amount('10'), amount('5000000')),
      fc.constantFrom<Partial<TicketDraft>>({}, { basis: 'amount' }, { type: 'limit', price: '12345.67' }),
      (percent, balance, fields) => {
        const rich = { ...facts, available: { base: 0n, quote: balance } };
        const sized = { ...draft(fields), ...shareToSize(percent, draft(fields), rich) };
        expect(readTicket(sized, rich).problem?.code).not.toBe('balance_insufficient');
      },
    ),
  );
});

test.each([
  [undefined, 1000n, 0],
  [500n, undefined, 0],
  [5n, 0n, 0],
  [333n, 1000n, 33],
  [335n, 1000n, 34],
  [2000n, 1000n, 100],
] as const)('converts a size of %s out of %s to a percentage', (taken, available, expected) => {
  expect(sizeToShare(taken, available)).toBe(expected);
});
