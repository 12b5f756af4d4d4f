/** Outcomes of orders to open a position. */
import { expect, test } from 'vitest';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { LIMITS } from '../limits.ts';
import { decideOpening } from './opening.ts';
import type { OpeningOrder } from './opening.ts';
import { WALL } from '../identity/testing/gate.ts';
import {
  SATURDAY,
  SUNDAY_OPENING,
  WEDNESDAY,
  armed,
  factsOf,
  listed,
  openRow,
  posted,
  restingRow,
  rowAfter,
} from './testing/world.ts';
import type { World } from './testing/world.ts';

type Asked = Partial<
  Record<
    | 'symbol'
    | 'side'
    | 'type'
    | 'quantity'
    | 'collateral'
    | 'price'
    | 'worst'
    | 'target'
    | 'stop'
    | 'trail'
    | 'feeShown'
    | 'nightShown',
    string
  >
> & {
  leverage?: number;
  mode?: JurisdictionMode;
  terms?: Partial<ContractInstrument>;
  postOnly?: boolean;
  /** How long the order rests, in milliseconds. */
  rests?: number;
  name?: string;
};

function order(asked: Asked): OpeningOrder {
  const read = (text: string | undefined) => (text === undefined ? undefined : amount(text));
  const instrument = listed(asked.symbol ?? 'BTC/USDT');
  return {
    instrument,
    termsAt: (configured) => ({ ...configured, ...asked.terms }),
    product: instrument.kind === 'crypto' ? 'contract' : 'forex',
    side: (asked.side ?? 'long') as OpeningOrder['side'],
    type: (asked.type ?? (asked.price === undefined ? 'market' : 'limit')) as OpeningOrder['type'],
    quantity: amount(asked.quantity ?? '0.1'),
    leverage: asked.leverage ?? 10,
    collateral: (asked.collateral ?? 'contract') as OpeningOrder['collateral'],
    price: read(asked.price),
    worstPrice: read(asked.worst),
    feeRateShown: read(asked.feeShown),
    financingRateShown: read(asked.nightShown),
    takeProfit: read(asked.target),
    stopLoss: read(asked.stop),
    trailing: read(asked.trail),
    jurisdictions: asked.mode ?? 'demo',
    postOnly: asked.postOnly,
    ...(asked.rests === undefined ? {} : { timeInForce: 'GTD' as const, expiresMs: WEDNESDAY + asked.rests }),
    clientOrderId: asked.name,
  };
}

const open = (asked: Asked, world: Partial<World> = {}) => decideOpening(order(asked), factsOf(world));

/**
 * Returns "open at 20010, margin 200.1, fee 1.0005, closed out at 19009.5", or the refusal with its field and figures. The
 * margin of a resting order is its entire hold, including the fee.
 */
function told(decision: ReturnType<typeof open>): string {
  if (!decision.ok) {
    const { code, field = '', params = {} } = decision.refusal;
    const figures = Object.entries(params).map(([name, value]) => `${name} ${value}`);
    return [`${code} ${field}`.trim(), ...figures].join(', ');
  }
  posted(decision.value);
  const { status, price, margin, fee, liquidation_price: out } = decision.value.answer;
  return `${status}${price === null ? '' : ` at ${price}`}, margin ${margin}, fee ${fee}, closed out at ${out}`;
}

const LONG = 'open at 20010, margin 200.1, fee 1.0005, closed out at 19009.5';
const SHORT = 'open at 20000, margin 200, fee 1, closed out at 21000';
const EURO = { symbol: 'EUR/USD', leverage: 100 };
const bounds = (min: string, max: string) => ({ contractMin: amount(min), contractMax: amount(max) });
const rates = {
  contractFeeRate: amount('0.001'),
  financingLongRate: amount('0.002'),
  financingShortRate: amount('0.003'),
};
const rows: [string, Asked, Partial<World>, string][] = [
  ['a long opens at the ask', {}, {}, LONG],
  ['a short opens at the bid', { side: 'short' }, {}, SHORT],
  ['in lots', EURO, {}, 'open at 1.1001, margin 110.01, fee 5.5005, closed out at 1.0945995'],
  [
    'in ounces',
    { symbol: 'XAU/USD' },
    {},
    'open at 2000.5, margin 2000.5, fee 10.0025, closed out at 1900.475',
  ],
  [
    'at the published rate',
    { symbol: 'USD/JPY', leverage: 100 },
    {},
    'open at 150.01, margin 100.00671667, fee 5.00033584, closed out at 149.25995',
  ],
  [
    'without a rate yet',
    { symbol: 'USD/JPY' },
    { quotes: { 'USD/JPY': ['150', '150.01'] } },
    'trading_closed symbol',
  ],
  [
    'a liquidation price far from the opening price',
    { leverage: 2, quantity: '0.001' },
    {},
    'open at 20010, margin 10.005, fee 0.010005, closed out at 15007.5',
  ],
  ['forex without a bank card', EURO, { card: false }, 'bank_card_missing'],
  ['a contract without a bank card', {}, { card: false }, LONG],
  ['leverage switched off', {}, { enabled: false }, 'lever_not_enabled'],
  ...[0, -1, 3, 2.5, 1e9, Number.NaN].map((leverage): [string, Asked, Partial<World>, string] => [
    `leverage ${leverage}`,
    { leverage },
    {},
    'leverage_not_offered leverage, offered 2, 5, 10, 20, 50, 100',
  ]),
  [
    'a leverage above the maximum in the terms',
    { leverage: 50, terms: { leverages: [2, 5, 10, 20] } },
    {},
    'leverage_not_offered leverage, offered 2, 5, 10, 20',
  ],
  [
    'a quantity below the minimum in the terms',
    { terms: bounds('0.101', '1') },
    {},
    'quantity_below_minimum quantity, min 0.101',
  ],
  [
    'a quantity above the maximum in the terms',
    { terms: bounds('0.001', '0.099') },
    {},
    'quantity_above_maximum quantity, max 0.099',
  ],
  ['a quantity at both limits in the terms', { terms: bounds('0.1', '0.1') }, {}, LONG],
  [
    'the rates of the terms, as shown',
    { terms: rates, feeShown: '0.001', nightShown: '0.002' },
    {},
    'open at 20010, margin 200.1, fee 2.001, closed out at 19009.5',
  ],
  [
    'a fee that differs from the one shown',
    { terms: rates, feeShown: '0.0005' },
    {},
    'terms_changed fee_rate, rate 0.001',
  ],
  [
    'a fee lower than the one shown',
    { terms: rates, feeShown: '0.0011' },
    {},
    'terms_changed fee_rate, rate 0.001',
  ],
  [
    'a nightly rate that differs from the one shown, whatever the price',
    { terms: rates, nightShown: '0.003', worst: '1' },
    {},
    'terms_changed financing_rate, rate 0.002',
  ],
  [
    'the nightly rate of the other side',
    { terms: rates, side: 'short', nightShown: '0.002' },
    {},
    'terms_changed financing_rate, rate 0.003',
  ],
  [
    'a leverage of forex on gold',
    { symbol: 'XAU/USD', leverage: 200 },
    {},
    'leverage_not_offered leverage, offered 10, 20, 50, 100',
  ],
  [
    'on Saturday',
    EURO,
    { nowMs: SATURDAY },
    `market_closed_until symbol, reopens_at ${SUNDAY_OPENING / 1000}`,
  ],
  ['a coin on Saturday', {}, { nowMs: SATURDAY }, LONG],
  [
    'gold an hour later than forex',
    { symbol: 'XAU/USD' },
    { nowMs: SATURDAY },
    `market_closed_until symbol, reopens_at ${SUNDAY_OPENING / 1000 + 3600}`,
  ],
  ['a stale price', {}, { stale: true }, 'trading_closed symbol'],
  ['no price yet', {}, { quotes: {} }, 'trading_closed symbol'],
  ['an order while the engine lags', {}, { lagging: true }, 'busy'],
  ['a quantity of 0', { quantity: '0' }, {}, 'quantity_below_minimum quantity, min 0.001'],
  ['a negative quantity', { quantity: '-0.1' }, {}, 'quantity_below_minimum quantity, min 0.001'],
  ['a quantity below the minimum', { quantity: '0.0009' }, {}, 'quantity_below_minimum quantity, min 0.001'],
  [
    'a quantity that is not a whole number of steps',
    { quantity: '0.1001' },
    {},
    'quantity_off_step quantity, step 0.001',
  ],
  ['a quantity above the maximum', { quantity: '50.001' }, {}, 'quantity_above_maximum quantity, max 50'],
  ['a price equal to the worst price', { worst: '20010' }, {}, LONG],
  [
    'a price beyond the worst price',
    { worst: '20009.99' },
    {},
    'price_moved worst_price, price 20010, worst 20009.99',
  ],
  ['a short at its worst price', { side: 'short', worst: '20000' }, {}, SHORT],
  [
    'a short below its worst price',
    { side: 'short', worst: '20000.01' },
    {},
    'price_moved worst_price, price 20000, worst 20000.01',
  ],
  ['a worst price of 0', { worst: '0' }, {}, 'price_moved worst_price, price 20010, worst 0'],
  ['a better price than the worst', { worst: '30000' }, {}, LONG],
  [
    'a limit below the ask, which rests',
    { price: '20009.99' },
    {},
    'pending, margin 201.1003995, fee 1.0004995, closed out at 19009.4905',
  ],
  ['a limit at the ask, filled immediately', { price: '20010' }, {}, LONG],
  ['a limit above the ask, filled at the ask', { price: '25000' }, {}, LONG],
  [
    'a short limit above the bid, which rests',
    { side: 'short', price: '20000.01' },
    {},
    'pending, margin 201.0001005, fee 1.0000005, closed out at 21000.0105',
  ],
  ['a limit at the bid, filled immediately', { side: 'short', price: '20000' }, {}, SHORT],
  [
    'a short limit below the bid, which is refused',
    { side: 'short', price: '19999.99' },
    {},
    'limit_sell_below_price price, price 20000',
  ],
  ['a limit of 0', { price: '0' }, {}, 'price_off_tick price, tick 0.01'],
  ['a negative limit', { price: '-1' }, {}, 'price_off_tick price, tick 0.01'],
  ['a limit between ticks', { price: '19999.999' }, {}, 'price_off_tick price, tick 0.01'],
  [
    'a limit above the maximum price',
    { price: '1000000000000.01' },
    {},
    'price_above_maximum price, max 1000000000000',
  ],
  // Levels are compared with the opening and closing prices: for a long, 20,010 and 20,000.
  ['a target of 0', { target: '0' }, {}, 'take_profit_wrong take_profit, entry 20010, current 20000'],
  [
    'a target below the entry',
    { target: '20009.99' },
    {},
    'take_profit_wrong take_profit, entry 20010, current 20000',
  ],
  ['a target at the entry', { target: '20010' }, {}, LONG],
  ['a stop of 0', { stop: '0' }, {}, 'stop_loss_wrong stop_loss, entry 20010, current 20000'],
  ['a stop above the bid', { stop: '20000.01' }, {}, 'stop_loss_wrong stop_loss, entry 20010, current 20000'],
  ['a stop at the bid', { stop: '20000' }, {}, LONG],
  ['a stop between ticks', { stop: '19999.999' }, {}, 'price_off_tick stop_loss, tick 0.01'],
  ['a trailing distance of 0', { trail: '0' }, {}, 'trailing_wrong trailing, entry 20010, current 20000'],
  [
    'a trailing distance as large as the price',
    { trail: '20000' },
    {},
    'trailing_wrong trailing, entry 20010, current 20000',
  ],
  ['all levels together', { target: '21000', stop: '19500', trail: '300' }, {}, LONG],
  [
    'a short’s target above the bid',
    { side: 'short', target: '20000.01' },
    {},
    'take_profit_wrong take_profit, entry 20000, current 20010',
  ],
  ['a short’s target at the entry', { side: 'short', target: '20000' }, {}, SHORT],
  [
    'a short’s stop below the ask',
    { side: 'short', stop: '20009.99' },
    {},
    'stop_loss_wrong stop_loss, entry 20000, current 20010',
  ],
  ['a short’s stop at the ask', { side: 'short', stop: '20010' }, {}, SHORT],
  [
    'a resting order’s target below its limit',
    { price: '19900', target: '19899.99' },
    {},
    'take_profit_wrong take_profit, entry 19900, current 19900',
  ],
  [
    'a resting order’s stop between limit and market',
    { price: '19900', stop: '19950' },
    {},
    'stop_loss_wrong stop_loss, entry 19900, current 19900',
  ],
  [
    'a resting order’s levels at its limit',
    { price: '19900', target: '19900', stop: '19900' },
    {},
    'pending, margin 199.995, fee 0.995, closed out at 18905',
  ],
  // Margin and fee must be available together.
  ['exactly enough money', {}, { contract: '201.1005' }, LONG],
  [
    'one unit too little money',
    {},
    { contract: '201.10049999' },
    'margin_insufficient quantity, needed 201.1005, available 201.10049999, currency USDT',
  ],
  [
    'experience credit',
    { collateral: 'promo', quantity: '0.04' },
    { contract: '0' },
    'open at 20010, margin 80.04, fee 0.4002, closed out at 19009.5',
  ],
  [
    'a cost above the credit',
    { collateral: 'promo' },
    {},
    'credit_insufficient quantity, needed 201.1005, available 100, currency USDT',
  ],
  [
    'credit in its last millisecond',
    { collateral: 'promo', quantity: '0.04' },
    { creditUntilMs: WEDNESDAY + 1 },
    'open at 20010, margin 80.04, fee 0.4002, closed out at 19009.5',
  ],
  [
    'expired credit, whatever its remainder',
    { collateral: 'promo', quantity: '0.04' },
    { creditUntilMs: WEDNESDAY },
    'credit_insufficient quantity, needed 80.4402, available 0, currency USDT',
  ],
  [
    'a post-only order that the newest price has not reached',
    { price: '20009.99', postOnly: true },
    {},
    'pending, margin 201.1003995, fee 1.0004995, closed out at 19009.4905',
  ],
  [
    'a post-only order at the price',
    { price: '20010', postOnly: true },
    {},
    'post_only_would_fill price, price 20010',
  ],
  [
    'a post-only order at a price too old to fill it',
    { price: '20010', postOnly: true },
    { aged: true },
    'post_only_would_fill price, price 20010',
  ],
  [
    'a post-only short below the price',
    { side: 'short', price: '20000', postOnly: true },
    {},
    'post_only_would_fill price, price 20000',
  ],
  [
    'an order that expires immediately',
    { price: '19900', rests: 999 },
    {},
    'expiry_wrong expires_at, days 90',
  ],
  [
    'an order whose expiry is too far ahead',
    { price: '19900', rests: 90 * 86_400_000 + 1 },
    {},
    'expiry_wrong expires_at, days 90',
  ],
  [
    'an order with the latest permitted expiry',
    { price: '19900', rests: 90 * 86_400_000 },
    {},
    'pending, margin 199.995, fee 0.995, closed out at 18905',
  ],
  [
    'a client order id that a resting order has',
    { price: '19900', name: 'a' },
    { rows: [restingRow({ clientOrderId: 'a' })] },
    'client_order_id_used client_order_id',
  ],
  [
    'a client order id of an order that has opened',
    { name: 'a' },
    { rows: [openRow({ clientOrderId: 'a' })] },
    LONG,
  ],
  ['one position too many', {}, { openCount: LIMITS.trading.positionsMax }, 'positions_too_many, max 200'],
  ['the last position that the limit allows', {}, { openCount: LIMITS.trading.positionsMax - 1 }, LONG],
  [
    'an order that the house accounts could not pay',
    {},
    { house: { trading: '800.39999999' } },
    'liquidity_insufficient quantity, max 0.099',
  ],
  ['an order that the house accounts could just pay', {}, { house: { trading: '800.4' } }, LONG],
  [
    'an order that all house accounts together could pay',
    {},
    { house: { insurance: '800', equity: '0.4' } },
    LONG,
  ],
  [
    'an order while open profits claim the money',
    {},
    { house: { trading: '1000' }, openProfit: '999' },
    'liquidity_insufficient quantity, max 0',
  ],
  [
    'an order while the house accounts have debts',
    {},
    { owed: '0.00000001' },
    'liquidity_insufficient quantity, max 0',
  ],
  [
    'an order after much exposure to the same symbol and side',
    {},
    { house: { trading: '10000' }, tallies: { 'cover:BTC/USDT:long': '4800' } },
    'liquidity_insufficient quantity, max 0.049',
  ],
  [
    'an order after as much exposure to the other side',
    {},
    { house: { trading: '10000' }, tallies: { 'cover:BTC/USDT:short': '4800' } },
    LONG,
  ],
  [
    'an order after much exposure to correlated symbols',
    {},
    {
      house: { trading: '10000' },
      tallies: {
        'cover:ETH/USDT:long': '4000',
        'cover:SOL/USDT:long': '3400',
        'cover:LTC/USDT:short': '2000',
      },
    },
    'liquidity_insufficient quantity, max 0.024',
  ],
  [
    'an order after much exposure to all symbols',
    {},
    {
      house: { trading: '10000' },
      tallies: { 'cover:EUR/USD:short': '4900', 'cover:XAU/USD:long': '4900', 'cover:EUR/USD:long': '4000' },
    },
    'liquidity_insufficient quantity, max 0.049',
  ],
];

test.each(rows)(
  'opens a position, places a resting order, or refuses with the figures: %s',
  (_, asked, world, expected) => {
    expect(told(open(asked, world))).toBe(expected);
  },
);

const excluded = { excludedUntilMs: WALL + 1 };
const pausing = { timeOutUntilMs: WALL + 1 };

test('returns the first of many violations in the documented order', () => {
  // Lists each violation with the change that removes it. The first case has all violations, and each following case has one
  // fewer.
  const violations: [string, Asked, Partial<World>][] = [
    ['account_frozen', {}, { gate: { country: 'AU', ...excluded, ...pausing } }],
    ['self_excluded', {}, { gate: { country: 'AU', ...pausing } }],
    ['timed_out', {}, { gate: { country: 'AU' } }],
    ['product_not_offered', { mode: 'eu' }, { gate: { country: 'DE' } }],
    ['lever_not_enabled', {}, { enabled: true }],
    ['bank_card_missing', {}, { card: true }],
    ['leverage_above_cap', { leverage: 7 }, {}],
    ['leverage_not_offered', { leverage: 20 }, {}],
    ['market_closed_until', {}, { nowMs: SATURDAY - 3 * 86_400_000 }],
    ['trading_closed', {}, { stale: false }],
    ['busy', {}, { lagging: false }],
    ['quantity_off_step', { quantity: '0.1' }, {}],
    ['price_moved', { worst: '1.1001' }, {}],
    ['take_profit_wrong', { target: '1.2' }, {}],
    ['stop_loss_wrong', { stop: '1' }, {}],
    ['trailing_wrong', { trail: '0.001' }, {}],
    ['margin_insufficient', {}, { contract: '1000' }],
    ['positions_too_many', {}, { openCount: 0 }],
    ['liquidity_insufficient', {}, { house: { trading: '1000000' } }],
  ];
  let asked: Asked = {
    symbol: 'EUR/USD',
    mode: 'country',
    leverage: 60,
    quantity: '0.105',
    worst: '1.1',
    target: '1',
    stop: '1.2',
    trail: '0',
  };
  let world: Partial<World> = {
    gate: { status: 'frozen', country: 'AU', ...excluded, ...pausing },
    enabled: false,
    card: false,
    nowMs: SATURDAY,
    stale: true,
    lagging: true,
    contract: '0',
    openCount: 200,
    house: {},
  };
  for (const [code, better, betterWorld] of violations) {
    expect(told(open(asked, world)).split(/[ ,]/)[0]).toBe(code);
    asked = { ...asked, ...better };
    world = { ...world, ...betterWorld };
  }
  expect(told(open(asked, world))).toContain('open at 1.1001');
});

test('reports an invalid limit before invalid levels and missing money', () => {
  const wrong: Asked = { side: 'short', price: '19999.999', target: '30000' };
  expect(told(open(wrong, { contract: '0' }))).toContain('price_off_tick price');
  expect(told(open({ ...wrong, price: '19000' }, { contract: '0' }))).toContain('limit_sell_below_price');
  expect(told(open({ ...wrong, price: '21000' }, { contract: '0' }))).toContain('take_profit_wrong');
  expect(told(open({ side: 'short', price: '21000' }, { contract: '0' }))).toContain('margin_insufficient');
});

function effects(asked: Asked, world: Partial<World> = {}) {
  const decision = open(asked, world);
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.value;
}

test.each<[string, Asked, Partial<World>, string]>([
  ['at market', {}, {}, 'contract_open: contract -201.1005, contract_frozen +200.1, fees +1.0005'],
  [
    'with a rounded fee',
    { symbol: 'USD/JPY', leverage: 100 },
    {},
    'contract_open: contract -105.00705251, contract_frozen +100.00671667, fees +5.00033583, rounding +0.00000001',
  ],
  ['resting', { price: '19900' }, {}, 'contract_hold: contract -199.995, contract_frozen +199.995'],
  [
    'with credit',
    { collateral: 'promo', quantity: '0.04' },
    {},
    'contract_open: promo -80.4402, promo_frozen +80.04, fees +0.4002',
  ],
  [
    'resting, with credit',
    { collateral: 'promo', quantity: '0.04', price: '19900' },
    {},
    'contract_hold: promo -79.998, promo_frozen +79.998',
  ],
])('posts the journal of an order: %s', (_, asked, world, expected) => {
  expect(posted(effects(asked, world))).toEqual([expected]);
});

test('arms an opened position’s levels, margin, midnight and rate from the head at which the position opened', () => {
  const midnight = Date.UTC(2023, 10, 16);
  expect(armed(effects({ target: '21000', stop: '19500', trail: '300' }))).toEqual([
    `financing ${midnight} v1 after 7`,
    'target 21000 v1 after 7',
    'stop 19500 v1 after 7',
    'trail 300 v1 after 7',
    'margin 19509.75 v1 after 7',
  ]);
  expect(armed(effects({ symbol: 'USD/JPY', side: 'short', leverage: 100 }))).toEqual([
    `financing ${midnight} v1 after 7`,
    'rate 0 v1 after 7',
    'margin 150.375 v1 after 7',
  ]);
  expect(armed(effects({ price: '19900', target: '21000', stop: '19500' }))).toEqual([
    'limit 19900 v1 after 7',
  ]);
  expect(rowAfter(effects({ stop: '19500' }))).toMatchObject({
    stopKind: 'loss',
    entrySeq: 7n,
    rateSeq: null,
    warned: 0,
  });
  expect(rowAfter(effects({ symbol: 'USD/JPY', leverage: 100 }))).toMatchObject({
    rate: amount('0.00666667'),
    rateSeq: 7n,
  });
});

test.each(['long', 'short'])('stores the rates agreed at acceptance in the row of a %s', (side) => {
  for (const price of [undefined, side === 'long' ? '19000' : '21000']) {
    const decision = open({ side, terms: rates, ...(price === undefined ? {} : { price }) });
    if (!decision.ok) throw new Error(decision.refusal.code);
    expect(decision.value.puts).toMatchObject([
      { row: { feeRate: amount('0.001'), financingRate: amount(side === 'long' ? '0.002' : '0.003') } },
    ]);
  }
});
