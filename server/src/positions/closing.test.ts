/** Outcomes of closing a position or a part of it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { instruments } from '../quotes/catalogue.ts';
import { decideClose } from './closing.ts';
import type { CloseOrder } from './closing.ts';
import {
  SATURDAY,
  SUNDAY_OPENING,
  WEDNESDAY,
  armed,
  factsOf,
  gainedByCustomer,
  openRow,
  posted,
  restingRow,
  rowAfter,
} from './testing/world.ts';
import type { World } from './testing/world.ts';
import type { PositionRow } from './tables.ts';
import { DAY_MS } from '@candor/domain/time.ts';

function close(row: Partial<PositionRow>, world: Partial<World> = {}, order: Partial<CloseOrder> = {}) {
  const facts = factsOf({ ...world, rows: [openRow(row)] });
  return decideClose({ id: 42n, product: 'contract', quantity: undefined, instruments, ...order }, facts);
}

function done(decision: ReturnType<typeof close>) {
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.value;
}

function told(decision: ReturnType<typeof close>): string {
  if (!decision.ok) {
    const { code, field = '', params = {} } = decision.refusal;
    const figures = Object.entries(params).map(([name, value]) => `${name} ${value}`);
    return [`${code} ${field}`.trim(), ...figures].join(', ');
  }
  posted(decision.value);
  const { status, price, pnl, fee, tape_seq: seq } = decision.value.answer;
  const { openQuantity } = rowAfter(decision.value);
  if (price === null) return `${status}, ${formatAmount(openQuantity)} open`;
  return `${status} at ${price} of entry ${seq}, pnl ${pnl}, fee ${fee}, ${formatAmount(openQuantity)} open`;
}

const WHOLE = 'closed at 20000 of entry 7, pnl -1, fee 1, 0 open';
const euro: Partial<PositionRow> = {
  product: 'forex',
  symbol: 'EUR/USD',
  leverage: 100,
  entryPrice: amount('1.1001'),
  initialMargin: amount('110.01'),
  margin: amount('110.01'),
};
const forex = { product: 'forex' as const };
const part = (quantity: string) => ({ quantity: amount(quantity) });
const cases: [string, Partial<PositionRow>, Partial<World>, Partial<CloseOrder>, string][] = [
  ['a long at the bid', {}, {}, {}, WHOLE],
  ['a position in an instrument without new orders', {}, { closed: true }, {}, WHOLE],
  [
    'a short at the ask',
    { side: 'short', entryPrice: amount('20000') },
    {},
    {},
    'closed at 20010 of entry 7, pnl -1, fee 1.0005, 0 open',
  ],
  ['a position after leverage was switched off', {}, { enabled: false, card: false }, {}, WHOLE],
  ['a part', {}, {}, part('0.04'), 'open at 20000 of entry 7, pnl -0.4, fee 0.4, 0.06 open'],
  ['the whole position, by its quantity', {}, {}, part('0.1'), WHOLE],
  ['a part larger than the position', {}, {}, part('0.101'), 'quantity_above_maximum quantity, max 0.1'],
  ['a part of 0', {}, {}, part('0'), 'quantity_below_minimum quantity, min 0.001'],
  ['a negative part', {}, {}, part('-0.04'), 'quantity_below_minimum quantity, min 0.001'],
  [
    'a part that is not a whole number of steps',
    {},
    {},
    part('0.0405'),
    'quantity_off_step quantity, step 0.001',
  ],
  ['a part that leaves half a step', {}, {}, part('0.0995'), 'quantity_off_step quantity, step 0.001'],
  ['a part smaller than a step', {}, {}, part('0.0005'), 'quantity_below_minimum quantity, min 0.001'],
  [
    'a part that leaves the minimum',
    {},
    {},
    part('0.099'),
    'open at 20000 of entry 7, pnl -0.99, fee 0.99, 0.001 open',
  ],
  // The smallest part is one step of 1, whereas the minimum of an order is 10.
  [
    'a part that, like the remainder, is below the minimum of an order',
    { symbol: 'XRP/USDT', quantity: amount('9'), openQuantity: amount('9'), entryPrice: amount('20') },
    { quotes: { 'XRP/USDT': ['20', '20.1'] } },
    part('8'),
    'open at 20 of entry 7, pnl 0, fee 0.08, 1 open',
  ],
  ['a position of the other product', {}, {}, forex, 'trade_not_found id'],
  ['an unknown position', {}, {}, { id: 43n }, 'trade_not_found id'],
  ['a resting order', restingRow(), {}, {}, 'position_not_open id'],
  [
    'a closed position',
    { status: 'closed', openQuantity: 0n, margin: 0n, closedMs: 1 },
    {},
    {},
    'position_not_open id',
  ],
  ['a cancelled order', restingRow({ status: 'cancelled', closedMs: 1 }), {}, {}, 'position_not_open id'],
  ['a closing position', { ...euro, status: 'closing' }, { nowMs: SATURDAY }, forex, 'position_closing id'],
  ['a position at a stale price', {}, { stale: true }, {}, 'trading_closed symbol'],
  ['a position while the engine lags', {}, { lagging: true }, {}, 'busy'],
  ['a forex position on Saturday', euro, { nowMs: SATURDAY, stale: true }, forex, 'closing, 0.1 open'],
  [
    'a part of a forex position on Saturday',
    euro,
    { nowMs: SATURDAY },
    { ...forex, ...part('0.05') },
    `market_closed_until symbol, reopens_at ${SUNDAY_OPENING / 1000}`,
  ],
  [
    'a part larger than the position before the session',
    euro,
    { nowMs: SATURDAY },
    { ...forex, ...part('1') },
    'quantity_above_maximum quantity, max 0.1',
  ],
  ['a forex position in lots', euro, {}, forex, 'closed at 1.1 of entry 7, pnl -1, fee 5.5, 0 open'],
];

test.each(cases)('closes a position or a part, or refuses: %s', (_, row, world, order, expected) => {
  expect(told(close(row, world, order))).toBe(expected);
});

/** Sets the bid after the price has moved. */
const at = (bid: string, ask = bid): Partial<World> => ({ quotes: { 'BTC/USDT': [bid, ask] } });
const empty = (house: Record<string, string>, bid: string) => ({ ...at(bid), house });
const RICH = '1000000';
const postings: [string, Partial<PositionRow>, Partial<World>, Partial<CloseOrder>, string][] = [
  ['a loss', {}, {}, {}, 'contract_frozen -200.1, contract +198.1, trading +1, fees +1'],
  ['a profit', {}, at('21000'), {}, 'contract_frozen -200.1, contract +298.05, trading -99, fees +1.05'],
  [
    'a part',
    {},
    at('21000'),
    part('0.04'),
    'contract_frozen -80.04, contract +119.22, trading -39.6, fees +0.42',
  ],
  [
    'a position with charged nights',
    { financing: amount('2') },
    {},
    {},
    'contract_frozen -200.1, contract +196.1, trading +1, fees +1, interest +2',
  ],
  [
    'a part with its share of the nights',
    { financing: amount('2') },
    {},
    part('0.05'),
    'contract_frozen -100.05, contract +98.05, trading +0.5, fees +0.5, interest +1',
  ],
  [
    'a position with a night not charged yet',
    { financedMs: WEDNESDAY - DAY_MS },
    {},
    {},
    'contract_frozen -200.1, contract +197.4997, trading +1, fees +1, interest +0.6003',
  ],
  [
    'a loss beyond the margin',
    {},
    at('17000'),
    {},
    'contract_frozen -200.1, trading +301, fees +0.85, insurance -101.75',
  ],
  [
    'a loss beyond the margin while the insurance is empty',
    {},
    empty({ trading: RICH, equity: RICH }, '17000'),
    {},
    'contract_frozen -200.1, trading +199.25, fees +0.85',
  ],
  [
    'a part that lost more than its share',
    {},
    at('17000'),
    part('0.05'),
    'contract_frozen -150.925, trading +150.5, fees +0.425',
  ],
  [
    'a profit when trading is empty',
    {},
    empty({ insurance: RICH, equity: RICH }, '21000'),
    {},
    'contract_frozen -200.1, contract +298.05, fees +1.05, insurance -99',
  ],
  [
    'a profit when trading and insurance lack the money',
    {},
    empty({ trading: '98', insurance: '98', equity: RICH }, '21000'),
    {},
    'contract_frozen -200.1, contract +298.05, trading -98, fees +1.05, insurance -1',
  ],
  [
    'a profit when only all accounts together have the money',
    {},
    empty({ trading: '10', insurance: '20', equity: '30', interest: '30', fees: '20' }, '21000'),
    {},
    'contract_frozen -200.1, contract +298.05, trading -10, fees -7.95, interest -30, insurance -20, equity -30',
  ],
  [
    'a profit of which the accounts have a part and owe the rest',
    {},
    empty({ trading: '10', fees: '20' }, '21000'),
    {},
    'contract_frozen -200.1, contract +230.1, trading -10, fees -20',
  ],
  [
    'a profit when all accounts are empty',
    {},
    empty({}, '21000'),
    {},
    'contract_frozen -200.1, contract +200.1',
  ],
  [
    'a profit below its charges when all accounts are empty',
    { financing: amount('120') },
    empty({}, '21000'),
    {},
    'contract_frozen -200.1, contract +178.05, fees +1.05, interest +21',
  ],
  [
    'a loss beyond the margin when all accounts are empty',
    {},
    empty({}, '17000'),
    {},
    'contract_frozen -200.1, trading +199.25, fees +0.85',
  ],
  [
    'a loss on credit',
    { collateral: 'promo' },
    {},
    {},
    'promo_frozen -200.1, promo +198.1, trading +1, fees +1',
  ],
  [
    'a profit on credit',
    { collateral: 'promo' },
    at('21000'),
    {},
    'promo_frozen -200.1, promo +200.1, contract +97.95, trading -99, fees +1.05',
  ],
  [
    'a short',
    { side: 'short', entryPrice: amount('20000') },
    at('18990', '19000'),
    {},
    'contract_frozen -200.1, contract +299.15, trading -100, fees +0.95',
  ],
];

test.each(postings)('posts the journal of a closing: %s', (what, row, world, order, expected) => {
  const [closed, ...kept] = posted(done(close(row, world, order)));
  expect(closed).toBe(`contract_close: ${expected}`);
  expect(kept).toEqual(
    what === 'a profit on credit' ? ['experience_keep: contract -97.95, promo +97.95'] : [],
  );
});

test('rounds profits and losses in yen in favour of the house accounts', () => {
  const yen = { ...euro, symbol: 'USD/JPY', entryPrice: amount('149.999'), rate: amount('0.00666667') };
  // 1,000 × 0.001 × 0.00666667 is 0.00666667 exactly.
  expect(posted(done(close({ ...yen, openQuantity: amount('0.01') }, {}, forex)))[0]).toContain(
    'trading -0.00666667',
  );
  const odd = { ...yen, openQuantity: amount('0.01'), entryPrice: amount('149.9999999') };
  // 1,000 × 0.0000001 × 0.00666667 is 0.000000666667, of which the customer gets 0.00000066 and trading pays 0.00000067.
  const [only] = posted(done(close(odd, {}, forex)));
  expect(only).toContain('trading -0.00000067');
  expect(only).toMatch(/rounding \+0\.0000000[12]$/);
});

test('records each closing in the row, which keeps the remaining quantity', () => {
  const once = rowAfter(done(close({ takeProfit: amount('21000') }, {}, part('0.04'))));
  expect(once).toMatchObject({
    status: 'open',
    reason: null,
    closedMs: null,
    margin: amount('120.06'),
    initialMargin: amount('120.06'),
    realisedPnl: amount('-0.4'),
  });
  const twice = rowAfter(done(close(once)));
  expect(twice).toMatchObject({ status: 'closed', reason: 'customer', margin: 0n, closedMs: WEDNESDAY });
  expect(twice.closes).toMatchObject([
    { quantity: '0.04', price: '20000', tape_seq: '7', reason: 'customer', journal_seq: '5' },
    { quantity: '0.06', price: '20000', tape_seq: '7', reason: 'customer', journal_seq: '5' },
  ]);
});

test('disarms the triggers of a fully closed position, and keeps those of a partially closed one', () => {
  const row: Partial<PositionRow> = {
    takeProfit: amount('21000'),
    armed: { margin: [2, '3'], financing: [1, '3'], target: [4, '5'] },
  };
  expect(armed(done(close(row)))).toEqual(['financing off v2', 'target off v5', 'margin off v3']);
  // The remaining part's level differs only by the rounding of its margin.
  expect(armed(done(close(row, {}, part('0.05'))))).toEqual([]);
});

test('defers a closing requested on a weekend to the first quote on Sunday', () => {
  const decision = done(close(euro, { nowMs: SATURDAY, stale: true }, forex));
  expect(decision.answer).toEqual({
    id: '42',
    status: 'closing',
    price: null,
    pnl: null,
    fee: null,
    tape_seq: null,
  });
  expect(posted(decision)).toEqual([]);
  expect(armed(decision)).toEqual([`closing ${SUNDAY_OPENING} v1 after 7`]);
  expect(rowAfter(decision)).toMatchObject({ status: 'closing', openQuantity: amount('0.1') });
});

test('pays no more for closing in parts than for closing in full, and never a negative amount', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
  const price = fc.integer({ min: 1500, max: 2600 }).map((tens) => String(tens * 10));
  fc.assert(
    fc.property(steps, price, fc.constantFrom('long', 'short'), (parts, bid, side) => {
      const start = openRow({ side: side as 'long', financing: amount('0.00000007') });
      let row = start;
      let inParts = 0n;
      for (const thousandths of parts) {
        const quantity = BigInt(thousandths) * amount('0.001');
        if (row.openQuantity - quantity < amount('0.001')) break;
        const one = done(close(row, at(bid), { quantity }));
        inParts += amount(gainedByCustomer(one));
        row = rowAfter(one);
        expect(row.margin >= 0n).toBe(true);
      }
      inParts += amount(gainedByCustomer(done(close(row, at(bid)))));
      const atOnce = amount(gainedByCustomer(done(close(start, at(bid)))));
      expect(inParts <= atOnce).toBe(true);
      expect(inParts >= -start.margin).toBe(true);
    }),
    { numRuns: 300 },
  );
});
