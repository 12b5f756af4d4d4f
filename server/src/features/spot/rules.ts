/** Decides spot orders from the input and the facts. Pure. The README lists the order of the checks. */
import type { ContractInstrument, Instrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { bracketViolation, conditionsViolation } from '@candor/domain/trading/conditions.ts';
import type { Bracket } from '@candor/domain/trading/conditions.ts';
import {
  checkQuantity,
  quantityForBudget,
  spotHold,
  spotLeg,
  spotPrice,
} from '@candor/domain/trading/spot.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { checkShownRate } from '@candor/domain/trading/shown-rate.ts';
import { trailingDistance } from '@candor/domain/trading/trailing.ts';
import type { Trailing } from '@candor/domain/trading/trailing.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { Decision, Facts, Head } from '../../commands/command.ts';
import { put } from '../../commands/command.ts';
import { LIMITS } from '../../limits.ts';
import { armingsOf, fillRow, holdJournal, legView, orderEvent, tradeJournal } from './effects.ts';
import { protectedFill } from './bracket.ts';
import { acceptanceViolation } from './gate.ts';
import { newOrder } from './new-order.ts';
import type { OrderType, SpotOrderRow, TimeInForce } from './tables.ts';
import { spotOrders } from './tables.ts';

export type SpotResult = CallOutput<'POST coin/trade'>;
export type SpotRefusal = CallRefusal<'POST coin/trade'> | 'busy' | 'account_frozen' | 'account_locked';
export type SpotDecision = Decision<SpotResult, SpotRefusal>;

export type PairOrder = Trailing & {
  readonly instrument: ContractInstrument;
  readonly termsAt: InstrumentAt;
  readonly side: Side;
  readonly type: OrderType;
  /** Exactly one of `quantity` and `amount` is set. `amount` is the USDT to spend at market. */
  readonly quantity: Amount | undefined;
  readonly amount: Amount | undefined;
  readonly price: Amount | undefined;
  readonly worstPrice: Amount | undefined;
  /** The fee rate that the app displayed to the customer, if the app sends it. */
  readonly feeRateShown: Amount | undefined;
  readonly jurisdictions: JurisdictionMode;
  /** Defaults to `GTC`. An `IOC` or `FOK` limit order is a market order whose `worstPrice` is its limit. */
  readonly timeInForce?: TimeInForce;
  /** For a `GTD` order: its expiry by the market clock. */
  readonly expiresMs?: number;
  readonly stopPrice?: Amount | undefined;
  readonly postOnly?: boolean;
  readonly clientOrderId?: string | undefined;
  /** For an OCO order: the customer's own names for its two levels. */
  readonly limitName?: string | undefined;
  readonly stopName?: string | undefined;
  /** For a purchase: the levels that protect the coins bought, at least one. */
  readonly bracket?: Bracket | undefined;
};

export function decideOrder(given: PairOrder, facts: Facts): SpotDecision {
  const order = { ...given, instrument: given.termsAt(given.instrument, facts.wallMs) };
  const barred = acceptanceViolation(order, facts);
  if (barred !== undefined) return barred;
  const head = tradableHead(order.instrument, facts);
  if (!head.ok) return head;
  const rate = checkShownRate(order.feeRateShown, order.instrument.spotFeeRate, 'fee_rate');
  if (!rate.ok) return rate;
  const used = usedName(order, facts);
  if (used !== undefined) return refuse('client_order_id_used', { field: used });
  const { bracket } = order;
  if (bracket !== undefined) {
    const violation = bracketViolation({ ...order, bracket }, head.value) ?? tooMany(facts);
    if (violation !== undefined) return violation;
  }
  return order.type === 'market'
    ? decideMarket(order, head.value, facts)
    : decideResting(order, head.value, facts);
}

/** Returns the field with the first name that is already in use by another open order, or that the order itself uses twice. */
function usedName({ clientOrderId, limitName, stopName }: PairOrder, facts: Facts): string | undefined {
  const names = [
    ['client_order_id', clientOrderId],
    ['limit_client_order_id', limitName],
    ['stop_client_order_id', stopName],
  ] as const;
  if (names.every(([, name]) => name === undefined)) return undefined;
  const taken = new Set(
    facts.openRows(spotOrders).flatMap((one) => [one.clientOrderId, one.limitName, one.stopName]),
  );
  for (const [field, name] of names) {
    if (name === undefined) continue;
    if (taken.has(name)) return field;
    taken.add(name);
  }
  return undefined;
}

/** Returns the newest entry. Refuses if the session is closed, or if that entry is missing or too old. */
export function tradableHead(instrument: Instrument, facts: Facts) {
  if (!sessionAt(instrument.calendar, facts.nowMs).open) return refuse('market_closed', { field: 'symbol' });
  const head = facts.head(instrument.symbol);
  if (head === undefined || head.stale) return refuse('trading_closed', { field: 'symbol' });
  if (head.lagging) return refuse('busy');
  return ok(head);
}

function decideMarket(order: PairOrder, head: Head, facts: Facts): SpotDecision {
  const { instrument, side, worstPrice } = order;
  const price = spotPrice(side, head);
  if (worstPrice !== undefined && (side === 'buy' ? price > worstPrice : price < worstPrice)) {
    const params = { price: formatAmount(price), worst: formatAmount(worstPrice) };
    const field = order.timeInForce === undefined || order.timeInForce === 'GTC' ? 'worst_price' : 'price';
    return refuse('price_moved', { field, params });
  }
  const field = order.quantity === undefined ? 'amount' : 'quantity';
  const quantity = order.quantity ?? quantityForBudget(instrument, { amount: order.amount ?? 0n, price });
  if (field === 'amount' && quantity < instrument.quantityMin) {
    const least = spotLeg(instrument, { side: 'buy', quantity: instrument.quantityMin, price });
    const params = { min: formatAmount(least.total), currency: instrument.quote };
    return refuse('amount_below_minimum', { field, params });
  }
  const checked = checkQuantity(instrument, quantity, field);
  if (!checked.ok) return checked;
  const priced = { order, quantity, price, head };
  return head.aged ? rest(priced, facts) : trade(priced, facts);
}

function decideResting(order: PairOrder, head: Head, facts: Facts): SpotDecision {
  const { instrument, side, stopPrice } = order;
  const quantity = order.quantity ?? 0n;
  const quantityChecked = checkQuantity(instrument, quantity);
  if (!quantityChecked.ok) return quantityChecked;
  const violation = conditionsViolation(order, head, facts);
  if (violation !== undefined) return violation;
  if (order.type === 'stop_limit') return rest({ order, quantity, price: order.price ?? 0n, head }, facts);
  const trails = trailingDistance(order, spotPrice(side, head));
  // A trailing purchase costs most if the price only rises from here.
  if (trails !== undefined) return rest({ order, quantity, price: head.ask + trails, head }, facts);
  // An OCO purchase costs most at its stop, which is above its limit.
  if (stopPrice !== undefined) return rest({ order, quantity, price: stopPrice, head }, facts);
  const price = order.price ?? 0n;
  // A fresh quote has already reached the limit, so the order fills immediately at that quote, which is at least as good.
  if (!head.aged && (side === 'buy' ? head.ask <= price : head.bid >= price)) {
    return trade({ order, quantity, price: spotPrice(side, head), head }, facts);
  }
  return rest({ order, quantity, price, head }, facts);
}

type Priced = { order: PairOrder; quantity: Amount; price: Amount; head: Head };

function trade({ order, quantity, price, head }: Priced, facts: Facts): SpotDecision {
  const { instrument, side } = order;
  const leg = spotLeg(instrument, { side, quantity, price });
  const field = order.quantity === undefined ? 'amount' : 'quantity';
  const short =
    side === 'buy'
      ? lacks(facts, { currency: leg.quote, needed: leg.total, field })
      : lacks(facts, { currency: leg.base, needed: quantity, field });
  if (short !== undefined) return short;
  const [currency, needed] =
    side === 'buy' ? [leg.base, quantity] : [leg.quote, leg.value + leg.valueRounding];
  if (!facts.houseHas('inventory', currency, needed)) return refuse('liquidity_insufficient', { field });

  const id = facts.newId();
  const row = newOrder({ order, quantity, head }, { facts, id });
  const filled: SpotOrderRow = { ...row, status: 'filled', filledQuantity: quantity };
  const fill = fillRow(leg, {
    book: facts.book,
    orderId: id,
    leg: 1,
    tapeSeq: head.seq,
    journalSeq: facts.journalSeq,
    timeMs: facts.nowMs,
  });
  const guarded = protectedFill({ filled, fill }, { facts, journals: [tradeJournal(leg, id)] });
  return ok({
    answer: { id: id.toString(), status: 'filled', legs: [legView(fill)] } satisfies SpotResult,
    ...guarded,
  });
}

/** Freezes the maximum cost of the order (for a market order, the cost at the current price) and arms its trigger. */
function rest({ order, quantity, price, head }: Priced, facts: Facts): SpotDecision {
  const { instrument, side } = order;
  const hold = spotHold(instrument, { side, quantity, price });
  const field = order.quantity === undefined ? 'amount' : 'quantity';
  const short = lacks(facts, { currency: hold.currency, needed: hold.amount, field });
  if (short !== undefined) return short;
  const crowded = order.type === 'market' ? undefined : tooMany(facts);
  if (crowded !== undefined) return crowded;
  const id = facts.newId();
  const row: SpotOrderRow = {
    ...newOrder({ order, quantity, head }, { facts, id }),
    status: 'open',
    held: hold.amount,
  };
  return ok({
    answer: { id: id.toString(), status: 'open', legs: [] } satisfies SpotResult,
    journals: [holdJournal(row, hold.amount)],
    puts: [put(spotOrders, row)],
    armings: armingsOf(row),
    events: [orderEvent(row, [])],
  });
}

function tooMany(facts: Facts) {
  const max = LIMITS.trading.openOrdersMax;
  return facts.openCount(spotOrders) < max
    ? undefined
    : refuse('orders_too_many', { params: { max: max.toString() } });
}

export function lacks(facts: Facts, want: { currency: string; needed: Amount; field: string }) {
  const available = facts.balance('spot', want.currency);
  if (available >= want.needed) return undefined;
  const params = {
    currency: want.currency,
    needed: formatAmount(want.needed),
    available: formatAmount(available),
  };
  return refuse(want.currency === 'USDT' ? 'balance_insufficient' : 'coins_insufficient', {
    field: want.field,
    params,
  });
}
