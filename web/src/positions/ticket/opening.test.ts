/** The leveraged ticket: each row is a case, with the outcome last. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantityCarried, shareToQuantity } from './opening-share.ts';
import type { OpeningDraft, OpeningFacts } from './opening.ts';
import { chosenLeverage, readOpening } from './opening.ts';

const terms: ContractTerms = {
  tickSize: amount('0.01'),
  pipSize: amount('0.01'),
  contractSize: amount('1'),
  contractStep: amount('0.001'),
  contractMin: amount('0.001'),
  contractMax: amount('50'),
  contractFeeRate: amount('0.0005'),
  financingLongRate: amount('0.0003'),
  financingShortRate: amount('0.0001'),
  leverages: [2, 5, 10, 20, 50, 100],
};
const facts: OpeningFacts = {
  symbol: 'BTC/USDT',
  terms,
  bid: amount('59990'),
  ask: amount('60000'),
  rate: amount('1'),
  closed: undefined,
  enabled: true,
  available: { contract: amount('1000'), promo: amount('100') },
  nowMs: Date.parse('2026-12-05T12:00:00'),
};
const draft = (fields: Partial<OpeningDraft>): OpeningDraft => ({
  side: 'long',
  type: 'market',
  quantity: '',
  leverage: '10',
  collateral: 'contract',
  price: '',
  takeProfit: '',
  stop: '',
  trailing: '',
  ...{ term: 'GTC', until: '', postOnly: false, ownName: '' },
  ...fields,
});
const outcomeOf = (fields: Partial<OpeningDraft>, changed: Partial<OpeningFacts> = {}): string => {
  const { problems, request } = readOpening(draft(fields), { ...facts, ...changed });
  if (problems.length === 0) return JSON.stringify(request);
  return problems
    .map(({ code, field, params }) => [code, field, ...Object.values(params)].filter(Boolean).join(' '))
    .join('; ');
};
const limitLong = { type: 'limit', price: '50000', quantity: '0.1' } as const;
const limitShort = { type: 'limit', side: 'short', price: '70000', quantity: '0.1' } as const;
const stopLong = { type: 'stop', price: '61000', quantity: '0.1' } as const;
const stopShort = { type: 'stop', side: 'short', price: '59000', quantity: '0.1' } as const;
const some = { quantity: '0.1' };
const short = { side: 'short', quantity: '0.1' } as const;

test.each([
  ['nothing typed', {}, 'quantity_missing quantity'],
  ['a single decimal point', { quantity: '.' }, 'quantity_missing quantity'],
  ['too little', { quantity: '0.0009' }, 'quantity_below_minimum quantity 0.001'],
  ['not a multiple of the step', { quantity: '0.0015' }, 'quantity_off_step quantity 0.001'],
  ['more than the margin allows', { quantity: '0.2' }, 'margin_insufficient quantity USDT 1206 1000'],
  [
    'more than the credit allows',
    { ...some, collateral: 'promo' },
    'credit_insufficient quantity USDT 603 100',
  ],
  ['a limit order without a price', { ...limitLong, price: '' }, 'price_missing price'],
  [
    'a limit price that is not a multiple of the tick',
    { ...limitLong, price: '50000.005' },
    'price_off_tick price 0.01',
  ],
  ['a short limit below the bid', { ...limitShort, price: '59989.99' }, 'limit_sell_below_price price 59990'],
  [
    'a take-profit of a long below the ask',
    { ...some, takeProfit: '59995' },
    'take_profit_wrong take_profit 60000 59990',
  ],
  ['a take-profit of zero', { ...some, takeProfit: '0' }, 'take_profit_wrong take_profit 60000 59990'],
  [
    'a stop of a long between bid and ask',
    { ...some, stop: '59995' },
    'stop_loss_wrong stop_loss 60000 59990',
  ],
  ['a stop on the side of profit', { ...some, stop: '61000' }, 'stop_is_lock stop_loss 60000'],
  ['a stop of a short on the side of profit', { ...short, stop: '59000' }, 'stop_is_lock stop_loss 59990'],
  ['a distance beyond the price', { ...some, trailing: '59990' }, 'trailing_wrong trailing 60000 59990'],
  [
    'a distance that is not a multiple of the tick',
    { ...some, trailing: '0.005' },
    'price_off_tick trailing 0.01',
  ],
  [
    'levels against the limit of an order that rests',
    { ...limitLong, takeProfit: '49999', stop: '50001' },
    'take_profit_wrong take_profit 50000 50000; stop_is_lock stop_loss 50000',
  ],
  [
    'levels against the quote of a limit that fills at once',
    { ...limitLong, price: '65000', takeProfit: '60000' },
    '{"symbol":"BTC/USDT","side":"long","type":"limit","quantity":"0.1","leverage":10,"price":"65000","fee_rate":"0.0005","financing_rate":"0.0003","take_profit":"60000","collateral":"contract"}',
  ],
  [
    'a long at market with all levels',
    { ...some, takeProfit: '66000', stop: '55000', trailing: '500' },
    '{"symbol":"BTC/USDT","side":"long","type":"market","quantity":"0.1","leverage":10,"worst_price":"60300","fee_rate":"0.0005","financing_rate":"0.0003","take_profit":"66000","stop_loss":"55000","trailing":"500","collateral":"contract"}',
  ],
  [
    'a short at market',
    short,
    '{"symbol":"BTC/USDT","side":"short","type":"market","quantity":"0.1","leverage":10,"worst_price":"59690.05","fee_rate":"0.0005","financing_rate":"0.0001","collateral":"contract"}',
  ],
  ['a stop order without its level', { ...stopLong, price: '' }, 'stop_missing price'],
  ['a long stop that is reached', { ...stopLong, price: '60000' }, 'stop_already_reached price 60000'],
  ['a short stop that is reached', { ...stopShort, price: '59990' }, 'stop_already_reached price 59990'],
  [
    'a stop that is not a multiple of the tick',
    { ...stopLong, price: '61000.005' },
    'price_off_tick price 0.01',
  ],
  [
    'levels against the level of a stop order',
    { ...stopLong, takeProfit: '60900', stop: '61100' },
    'take_profit_wrong take_profit 61000 61000; stop_is_lock stop_loss 61000',
  ],
  [
    'a long that opens at a stop',
    { ...stopLong, takeProfit: '62000' },
    '{"symbol":"BTC/USDT","side":"long","type":"stop","quantity":"0.1","leverage":10,"price":"61000","fee_rate":"0.0005","financing_rate":"0.0003","take_profit":"62000","collateral":"contract"}',
  ],
  [
    'a short that opens at a stop',
    stopShort,
    '{"symbol":"BTC/USDT","side":"short","type":"stop","quantity":"0.1","leverage":10,"price":"59000","fee_rate":"0.0005","financing_rate":"0.0001","collateral":"contract"}',
  ],
  ['a missing expiry', { ...limitLong, term: 'GTD' }, 'until_missing expires_at'],
  [
    'an expiry in the past',
    { ...limitLong, term: 'GTD', until: '2026-12-05T11:59' },
    'expiry_wrong expires_at 90',
  ],
  [
    'a limit with an expiry',
    { ...limitLong, term: 'GTD', until: '2026-12-05T18:30', ownName: 'a.1' },
    `{"symbol":"BTC/USDT","side":"long","type":"limit","quantity":"0.1","leverage":10,"price":"50000","fee_rate":"0.0005","financing_rate":"0.0003","collateral":"contract","time_in_force":"GTD","expires_at":${Date.parse('2026-12-05T18:30')},"client_order_id":"a.1"}`,
  ],
  [
    'a post-only limit',
    { ...limitLong, postOnly: true },
    '{"symbol":"BTC/USDT","side":"long","type":"limit","quantity":"0.1","leverage":10,"price":"50000","fee_rate":"0.0005","financing_rate":"0.0003","collateral":"contract","post_only":true}',
  ],
  [
    'a post-only limit that is reached',
    { ...limitLong, price: '60000', postOnly: true },
    'post_only_would_fill price 60000',
  ],
  [
    'an immediate-or-cancel limit, which keeps the post-only choice for other orders',
    { ...limitLong, price: '60100', term: 'IOC', postOnly: true },
    '{"symbol":"BTC/USDT","side":"long","type":"limit","quantity":"0.1","leverage":10,"price":"60100","fee_rate":"0.0005","financing_rate":"0.0003","collateral":"contract","time_in_force":"IOC"}',
  ],
  [
    'an immediate-or-cancel limit that is not reached',
    { ...limitShort, term: 'IOC' },
    'limit_not_reached price 59990',
  ],
  [
    'a stop, which cannot be immediate-or-cancel or post-only',
    { ...stopLong, term: 'IOC', postOnly: true },
    '{"symbol":"BTC/USDT","side":"long","type":"stop","quantity":"0.1","leverage":10,"price":"61000","fee_rate":"0.0005","financing_rate":"0.0003","collateral":"contract"}',
  ],
  [
    'a market order, which has only its name',
    { ...some, term: 'GTD', postOnly: true, ownName: 'mine' },
    '{"symbol":"BTC/USDT","side":"long","type":"market","quantity":"0.1","leverage":10,"worst_price":"60300","fee_rate":"0.0005","financing_rate":"0.0003","collateral":"contract","client_order_id":"mine"}',
  ],
  ['a name with a space', { ...limitLong, ownName: 'a b' }, 'name_wrong client_order_id'],
  [
    'a short limit, half typed',
    { ...limitShort, price: '70000.' },
    '{"symbol":"BTC/USDT","side":"short","type":"limit","quantity":"0.1","leverage":10,"price":"70000","fee_rate":"0.0005","financing_rate":"0.0001","collateral":"contract"}',
  ],
] as const)('returns the outcome of the ticket: %s', (_name, fields, outcome) => {
  expect(outcomeOf(fields)).toBe(outcome);
});

test.each([
  ['leverage not enabled', { enabled: false }, 'lever_not_enabled'],
  ['outside the session', { closed: 'market_closed' }, 'market_closed'],
  ['stale', { closed: 'trading_closed' }, 'trading_closed'],
  ['before the first conversion rate', { rate: undefined }, 'trading_closed'],
  [
    'leverage not enabled and market closed',
    { enabled: false, closed: 'market_closed' },
    'lever_not_enabled; market_closed',
  ],
] as const)('reports the problems that prevent an opening: %s', (_name, changed, outcome) => {
  expect(outcomeOf(some, changed)).toBe(outcome);
});

test('ignores an insufficient balance for a visitor and while the balance is loading', () => {
  expect(readOpening(draft({ quantity: '5' }), { ...facts, available: undefined }).problems).toEqual([]);
});

test('computes the cost at the opening price, and the loss at a valid stop', () => {
  const { ticket, fillsAtOnce } = readOpening(draft({ ...limitLong, price: '65000', stop: '59000' }), facts);
  expect(fillsAtOnce).toBe(true);
  expect(formatAmount(ticket?.price ?? 0n)).toBe('60000');
  expect(formatAmount(ticket?.margin ?? 0n)).toBe('600');
  expect(formatAmount(ticket?.closeOutPrice ?? 0n)).toBe('57000');
  // 0.1 × 1,000, plus the opening fee of 3 and the closing fee of 2.95.
  expect(formatAmount(ticket?.lossAtStop ?? 0n)).toBe('105.95');
  expect(readOpening(draft({ ...some, stop: '61000' }), facts).ticket?.lossAtStop).toBeNull();
});

test('computes the cost of an immediate order at the quote, and mentions no wait', () => {
  const { ticket, fillsAtOnce, expiresMs } = readOpening(
    draft({ ...limitLong, price: '65000', term: 'IOC' }),
    facts,
  );
  expect({ fillsAtOnce, expiresMs }).toEqual({ fillsAtOnce: false, expiresMs: undefined });
  expect(formatAmount(ticket?.price ?? 0n)).toBe('60000');
});

test('computes the cost of a stop order at its level', () => {
  const { ticket, fillsAtOnce } = readOpening(draft(stopLong), facts);
  expect(fillsAtOnce).toBe(false);
  expect(formatAmount(ticket?.price ?? 0n)).toBe('61000');
  expect(formatAmount(ticket?.margin ?? 0n)).toBe('610');
});

test.each([
  ['20', 20],
  ['3', 2],
  ['', 2],
  ['200', 2],
])('reads a stored leverage of "%s" as the leverage %d', (leverage, chosen) => {
  expect(chosenLeverage({ leverage }, terms)).toBe(chosen);
});

test('accepts the maximum quantity even at the worst price, and rejects a quantity that is one step larger', () => {
  const side = fc.constantFrom('long' as const, 'short' as const);
  const money = fc.bigInt({ min: 0n, max: amount('100000') });
  fc.assert(
    fc.property(side, money, fc.constantFrom(...terms.leverages), (chosen, contract, leverage) => {
      const all = { ...facts, available: { contract, promo: 0n } };
      const typed = draft({ side: chosen, leverage: leverage.toString() });
      const carried = quantityCarried(typed, all) ?? -1n;
      const worst = { ...all, bid: amount('60300'), ask: amount('60300') };
      const problemsOf = (quantity: bigint) =>
        readOpening({ ...typed, quantity: formatAmount(quantity) }, worst).problems;
      if (carried > 0n) expect(problemsOf(carried)).toEqual([]);
      expect(problemsOf(carried + terms.contractStep)).not.toEqual([]);
    }),
  );
});

test('converts a share to a quantity in whole steps, and a share of zero to an empty quantity', () => {
  const carried = amount('1.234');
  expect(shareToQuantity(25, carried, facts)).toBe('0.308');
  expect(shareToQuantity(0, carried, facts)).toBe('');
});
