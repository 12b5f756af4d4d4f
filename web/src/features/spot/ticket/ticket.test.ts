/** The spot ticket: each row is a case, with the outcome last. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worstPrice } from '../../../lib/worst-price.ts';
import { shareToSize, sizeToShare } from './ticket-share.ts';
import type { TicketDraft, TicketFacts } from './ticket-draft.ts';
import { totalsOf } from './ticket-totals.ts';
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
const NOW_MS = new Date('2026-12-01T12:00').getTime();
const facts: TicketFacts = {
  instrument,
  bid: amount('59990'),
  ask: amount('60000'),
  closed: undefined,
  available: { base: amount('0.5'), quote: amount('1000') },
  nowMs: NOW_MS,
};
const draft = (fields: Partial<TicketDraft>): TicketDraft => ({
  side: 'buy',
  type: 'market',
  basis: 'quantity',
  quantity: '',
  amount: '',
  price: '',
  ...{ stop: '', term: 'GTC', until: '', postOnly: false, ownName: '' },
  ...fields,
});

const outcomeOf = (fields: Partial<TicketDraft>, changed: Partial<TicketFacts> = {}): string => {
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
  ['not a multiple of the step', { quantity: '0.000105' }, 'quantity_off_step quantity 0.00001'],
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
    'a limit price that is not a multiple of the tick',
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
    'a market sell by quantity, whatever the chosen basis',
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
    expect(outcomeOf(fields)).toBe(expected);
  },
);

test('reports a closed market before any other problem', () => {
  expect(outcomeOf({ quantity: '0.01' }, { closed: 'market_closed' })).toBe('market_closed ');
  expect(outcomeOf({}, { closed: 'trading_closed' })).toBe('trading_closed ');
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

const stopSell = { side: 'sell', type: 'stop', stop: '58000', quantity: '0.1' } as const;
const stopBuy = { type: 'stop', stop: '61000', quantity: '0.01' } as const;
const ocoSell = { ...stopSell, type: 'oco', price: '62000' } as const;
const until = '2026-12-05T18:30';
const untilMs = new Date(until).getTime();
const pair = (side: string, type: string, rest: string) =>
  `{"symbol":"BTC/USDT","side":"${side}","type":"${type}",${rest},"fee_rate":"0.001"}`;

const stopSold = pair('sell', 'stop', '"quantity":"0.1","stop_price":"58000"');
const trailSell = (trail: string) =>
  ({ side: 'sell', type: 'trailing_stop', quantity: '0.1', trail }) as const;

test.each([
  ['a stop without its price', { ...stopSell, stop: '' }, 'stop_missing stop_price'],
  ['a stop sale', stopSell, stopSold],
  ['a stop purchase', stopBuy, pair('buy', 'stop', '"quantity":"0.01","stop_price":"61000"')],
  ['a stop sale at the bid', { ...stopSell, stop: '59990' }, 'stop_already_reached stop_price 59990'],
  ['a stop sale above the bid', { ...stopSell, stop: '60001' }, 'stop_already_reached stop_price 59990'],
  ['a stop purchase below the ask', { ...stopBuy, stop: '59999' }, 'stop_already_reached stop_price 60000'],
  [
    'a stop that is not a multiple of the tick',
    { ...stopSell, stop: '58000.001' },
    'price_off_tick stop_price 0.01',
  ],
  [
    'a stop purchase that costs more than the balance at its stop',
    { ...stopBuy, quantity: '0.0164' },
    'balance_insufficient quantity USDT 1001.4004 1000',
  ],
  ['a stop-limit without its limit', { ...stopSell, type: 'stop_limit' }, 'price_missing price'],
  [
    'a stop-limit sale with a limit below the bid',
    { ...stopSell, type: 'stop_limit', price: '57900' },
    pair('sell', 'stop_limit', '"quantity":"0.1","price":"57900","stop_price":"58000"'),
  ],
  [
    'a stop-limit purchase that costs more than the balance at its limit',
    { ...stopBuy, type: 'stop_limit', price: '100000' },
    'balance_insufficient quantity USDT 1001 1000',
  ],
  ['an OCO sale', ocoSell, pair('sell', 'oco', '"quantity":"0.1","price":"62000","stop_price":"58000"')],
  ['an OCO sale with its prices swapped', { ...ocoSell, price: '58000' }, 'post_only_would_fill price 59990'],
  [
    'an OCO sale with its stop above its limit',
    { ...ocoSell, stop: '63000' },
    'stop_on_wrong_side stop_price 62000',
  ],
  [
    'an OCO purchase with its stop below its limit',
    { ...stopBuy, type: 'oco', stop: '49000', price: '50000' },
    'stop_on_wrong_side stop_price 50000',
  ],
  [
    'a limit order until a time',
    { ...limitBuy, quantity: '0.01', term: 'GTD', until },
    pair('buy', 'limit', `"quantity":"0.01","price":"50000","time_in_force":"GTD","expires_at":${untilMs}`),
  ],
  [
    'a limit order until a missing time',
    { ...limitBuy, quantity: '0.01', term: 'GTD' },
    'until_missing expires_at',
  ],
  [
    'a time in the past',
    { ...limitBuy, quantity: '0.01', term: 'GTD', until: '2026-12-01T11:59' },
    'expiry_wrong expires_at 90',
  ],
  [
    'a time beyond 90 days',
    { ...limitBuy, quantity: '0.01', term: 'GTD', until: '2027-03-02T12:00' },
    'expiry_wrong expires_at 90',
  ],
  [
    'immediate-or-cancel at a limit that the ask has not reached',
    { ...limitBuy, quantity: '0.01', term: 'IOC' },
    'limit_not_reached price 60000',
  ],
  [
    'immediate-or-cancel at a sale limit below the bid, which is not a mistake',
    { ...limitSell, price: '59000', term: 'IOC' },
    pair('sell', 'limit', '"quantity":"0.1","price":"59000","time_in_force":"IOC"'),
  ],
  [
    'post-only at a limit that the ask has reached',
    { type: 'limit', price: '60000', quantity: '0.01', postOnly: true },
    'post_only_would_fill price 60000',
  ],
  [
    'post-only at a limit that waits',
    { ...limitBuy, quantity: '0.01', postOnly: true },
    pair('buy', 'limit', '"quantity":"0.01","price":"50000","post_only":true'),
  ],
  [
    "a market order with the customer's own name",
    { quantity: '0.01', ownName: 'grid:7' },
    pair('buy', 'market', '"quantity":"0.01","worst_price":"60300","client_order_id":"grid:7"'),
  ],
  ['a name with a space', { quantity: '0.01', ownName: 'grid 7' }, 'name_wrong client_order_id'],
  [
    'instructions that a market order does not have',
    { quantity: '0.01', term: 'GTD', until, postOnly: true },
    pair('buy', 'market', '"quantity":"0.01","worst_price":"60300"'),
  ],
  ['a trailing stop without its distance', trailSell('0'), 'trailing_missing trailing'],
  ['a distance finer than a basis point', trailSell('1.005'), 'trailing_missing trailing'],
  ['a distance of the whole price', trailSell('100'), 'trailing_missing trailing'],
  [
    'a trailing sale by percent',
    trailSell('2.5'),
    pair('sell', 'trailing_stop', '"quantity":"0.1","trailing_bps":250'),
  ],
  [
    'a trailing sale by price',
    { ...trailSell('1500'), trailIn: 'price' },
    pair('sell', 'trailing_stop', '"quantity":"0.1","trailing":"1500"'),
  ],
  [
    'a trailing sale by more than the price',
    { ...trailSell('60000'), trailIn: 'price' },
    'trailing_wrong trailing 59990 59990',
  ],
  [
    'a take profit alone',
    { ...stopBuy, takeProfit: '65000' },
    pair('buy', 'stop', '"quantity":"0.01","stop_price":"61000","take_profit":"65000"'),
  ],
  [
    'a stop loss alone',
    { ...stopBuy, stopLoss: '55000' },
    pair('buy', 'stop', '"quantity":"0.01","stop_price":"61000","stop_loss":"55000"'),
  ],
  ['a stop loss above the stop', { ...stopBuy, stopLoss: '61500' }, 'stop_loss_wrong stop_loss 61000 61000'],
  [
    'a protected purchase',
    { ...stopBuy, takeProfit: '65000', stopLoss: '55000' },
    pair('buy', 'stop', '"quantity":"0.01","stop_price":"61000","take_profit":"65000","stop_loss":"55000"'),
  ],
  [
    'a take profit below the stop',
    { ...stopBuy, takeProfit: '60500', stopLoss: '55000' },
    'take_profit_wrong take_profit 61000 61000',
  ],
  ['levels that a sale does not have', { ...stopSell, takeProfit: '65000' }, stopSold],
  [
    'instructions that a stop does not have',
    { ...stopSell, term: 'IOC', postOnly: true },
    pair('sell', 'stop', '"quantity":"0.1","stop_price":"58000"'),
  ],
] as readonly [string, Partial<TicketDraft>, string][])(
  'returns the outcome of the advanced ticket: %s',
  (_name, fields, expected) => {
    expect(outcomeOf(fields)).toBe(expected);
  },
);

test.each([
  ['a market order', { quantity: '0.01' }, 'market.buy', 'pay 600.6', ''],
  ['a limit sale', { ...limitSell, price: '61000' }, 'limit.sell', 'getLeast 6093.9', 'BTC 0.1'],
  ['a stop purchase', stopBuy, 'stop.buy', 'payAbout 610.61', 'USDT 610.61'],
  ['a stop sale', stopSell, 'stop.sell', 'getAbout 5794.2', 'BTC 0.1'],
  ['an OCO sale', ocoSell, 'oco.sell', 'atLimitLeast 6193.8, atStop 5794.2', 'BTC 0.1'],
  ['a trailing sale', trailSell('2'), 'trailing_stop.sell', 'getAbout 5873.14098', 'BTC 0.1'],
  [
    'a protected stop purchase',
    { ...stopBuy, takeProfit: '65000', stopLoss: '55000' },
    'stop.buy bracket',
    'payAbout 610.61',
    'USDT 610.61',
  ],
  [
    'a stop purchase with a take profit',
    { ...stopBuy, takeProfit: '65000' },
    'stop.buy bracketTarget',
    'payAbout 610.61',
    'USDT 610.61',
  ],
  [
    'a stop purchase with a stop loss',
    { ...stopBuy, stopLoss: '55000' },
    'stop.buy bracketGuard',
    'payAbout 610.61',
    'USDT 610.61',
  ],
  [
    'a purchase by stop-limit until a time',
    { ...stopBuy, type: 'stop_limit', price: '61500', term: 'GTD', until },
    'stop_limit.buy until',
    'payMost 615.615',
    'USDT 615.615',
  ],
  [
    'an immediate-or-cancel order',
    { type: 'limit', price: '60100', quantity: '0.01', term: 'IOC' },
    'now.buy',
    'payMost 601.601',
    '',
  ],
  [
    'post-only',
    { ...limitBuy, quantity: '0.01', postOnly: true },
    'limit.buy waitsOnly',
    'payMost 500.5',
    'USDT 500.5',
  ],
  ['an OCO without its limit', { ...ocoSell, price: '' }, '', 'atLimitLeast –, atStop 5794.2', 'BTC 0.1'],
  ['a time that is not chosen', { ...stopSell, term: 'GTD' }, '', 'getAbout 5794.2', 'BTC 0.1'],
] as readonly [string, Partial<TicketDraft>, string, string, string][])(
  'states the effect, the cost and the hold: %s',
  (_name, fields, sentences, totals, held) => {
    const given = draft(fields);
    const view = readTicket(given, facts);
    expect(view.sentences.join(' ')).toBe(sentences);
    const total = totalsOf(given, view).map(
      ({ name, leg }) => `${name} ${leg === undefined ? '–' : formatAmount(leg.total)}`,
    );
    expect(total.join(', ')).toBe(totals);
    expect(view.hold === undefined ? '' : `${view.hold.currency} ${formatAmount(view.hold.amount)}`).toBe(
      held,
    );
  },
);
