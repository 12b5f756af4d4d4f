/** Opens a position at market, or places a resting order. The README lists the order of the checks. */
import { expiryViolation } from '@candor/domain/trading/conditions.ts';
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import {
  checkContractQuantity,
  checkLeverage,
  closingPrice,
  openingCost,
  openingPrice,
} from '@candor/domain/trading/contract.ts';
import type { OpeningCost, PositionSide } from '@candor/domain/trading/contract.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { financingRate } from '@candor/domain/trading/financing.ts';
import { checkLevels } from '@candor/domain/trading/levels.ts';
import { checkShownRate } from '@candor/domain/trading/shown-rate.ts';
import { checkPrice } from '@candor/domain/trading/spot.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { put } from '../commands/command.ts';
import type { Decision, Facts, Head } from '../commands/command.ts';
import { LIMITS } from '../limits.ts';
import { arm } from './arming.ts';
import { coverViolation } from './cover.ts';
import { holdJournal, openJournal, positionEvent, usableCollateral } from './effects.ts';
import { cancelOnlyViolation } from '../identity/gates.ts';
import { openingViolation } from './gate.ts';
import { hedgeViolation } from './hedge.ts';
import { headSeqOf, rateNow, tradableHead } from './market.ts';
import { isLimitReached, limitViolation, nameViolation, stopViolation } from './resting.ts';
import { positions } from './tables.ts';
import type { OrderType, PositionRow, TimeInForce } from './tables.ts';
import { liquidationPriceOf } from './view.ts';

export type OpeningOrder = {
  readonly instrument: ContractInstrument;
  readonly termsAt: InstrumentAt;
  readonly product: PositionRow['product'];
  readonly side: PositionSide;
  readonly type: OrderType;
  readonly quantity: Amount;
  readonly leverage: number;
  readonly collateral: PositionRow['collateral'];
  readonly price: Amount | undefined;
  readonly worstPrice: Amount | undefined;
  /** The rates that the app showed to the customer, if it sent them. */
  readonly feeRateShown: Amount | undefined;
  readonly financingRateShown: Amount | undefined;
  readonly takeProfit: Amount | undefined;
  readonly stopLoss: Amount | undefined;
  readonly trailing: Amount | undefined;
  /** Absent, like the three fields below, in commands recorded before orders had it. */
  readonly timeInForce?: TimeInForce | undefined;
  /** By the market clock, in milliseconds. Set if and only if the time in force is `GTD`. */
  readonly expiresMs?: number | undefined;
  readonly postOnly?: boolean | undefined;
  readonly clientOrderId?: string | undefined;
  readonly jurisdictions: JurisdictionMode;
};

export type Submitted = CallOutput<'POST lever/submit'>;
export type OpeningRefusal = CallRefusal<'POST lever/submit'> | 'busy' | 'account_frozen' | 'account_locked';
type OpeningDecision = Decision<Submitted, OpeningRefusal>;

/** An order that has passed all checks that don't depend on its price. */
type Priced = {
  readonly order: OpeningOrder;
  readonly head: Head;
  readonly price: Amount;
  readonly rate: { readonly rate: Amount; readonly rateSeq: bigint | null };
};

export function decideOpening(given: OpeningOrder, facts: Facts): OpeningDecision {
  const order = { ...given, instrument: given.termsAt(given.instrument, facts.wallMs) };
  const { instrument, side, leverage, quantity } = order;
  const barred = openingViolation(order, facts) ?? cancelOnlyViolation(facts);
  if (barred !== undefined) return barred;
  const leverageChecked = checkLeverage(instrument, leverage);
  if (!leverageChecked.ok) return leverageChecked;
  const head = tradableHead(instrument, facts);
  if (!head.ok) return head;
  const rate = rateNow(instrument, facts);
  if (rate === undefined) return refuse('trading_closed', { field: 'symbol' });
  const shown = asShown(order);
  if (!shown.ok) return shown;
  const quantityChecked = checkContractQuantity(instrument, quantity);
  if (!quantityChecked.ok) return quantityChecked;
  const unruly = instructionsViolation(order, facts);
  if (unruly !== undefined) return unruly;
  const market = openingPrice(side, head.value);
  if (order.type === 'stop')
    return openAtStop({ order, head: head.value, price: order.price ?? 0n, rate }, facts);
  if (order.type === 'market') {
    const moved = worseThan(order, market);
    const priced = { order, head: head.value, price: market, rate };
    return moved ?? (head.value.aged ? rest(priced, facts) : open(priced, facts));
  }
  const limit = order.price ?? 0n;
  const priceChecked = checkPrice(instrument, limit);
  if (!priceChecked.ok) return priceChecked;
  const violation = limitViolation({ side, price: limit, postOnly: order.postOnly }, head.value);
  if (violation !== undefined) return violation;
  // If a fresh quote has already reached the limit, the order fills immediately, at the limit or better.
  if (isLimitReached(side, limit, head.value) && !head.value.aged)
    return open({ order, head: head.value, price: market, rate }, facts);
  return rest({ order, head: head.value, price: limit, rate }, facts);
}

function openAtStop(priced: Priced, facts: Facts): OpeningDecision {
  const { order, head, price } = priced;
  const priceChecked = checkPrice(order.instrument, price);
  if (!priceChecked.ok) return priceChecked;
  const violation = stopViolation(order.side, price, head) ?? worseThan(order, price);
  return violation ?? rest(priced, facts);
}

/** An order's expiry must be in the future, and no other resting order may have its name. */
function instructionsViolation({ expiresMs, clientOrderId }: OpeningOrder, facts: Facts) {
  const late = expiresMs === undefined ? undefined : expiryViolation({ expiresMs }, facts.nowMs);
  return late ?? nameViolation(clientOrderId, facts);
}

function asShown({ instrument, side, feeRateShown, financingRateShown }: OpeningOrder) {
  const fee = checkShownRate(feeRateShown, instrument.contractFeeRate, 'fee_rate');
  return fee.ok ? checkShownRate(financingRateShown, financingRate(instrument, side), 'financing_rate') : fee;
}

/** Whether the price is beyond the worst price that the customer set. The platform itself sets none. */
function worseThan({ side, worstPrice }: OpeningOrder, price: Amount) {
  if (worstPrice === undefined) return undefined;
  if (side === 'long' ? price <= worstPrice : price >= worstPrice) return undefined;
  const params = { price: formatAmount(price), worst: formatAmount(worstPrice) };
  return refuse('price_moved', { field: 'worst_price', params });
}

function open(priced: Priced, facts: Facts): OpeningDecision {
  const { order, head, price, rate } = priced;
  const currentPrice = closingPrice(order.side, head);
  const cost = affordable(priced, { entryPrice: price, currentPrice }, facts);
  if (!cost.ok) return cost;
  const opened: PositionRow = {
    ...newRow(priced, cost.value, facts),
    status: 'open',
    openQuantity: order.quantity,
    entryPrice: price,
    entrySeq: head.seq,
    entryMs: facts.nowMs,
    margin: cost.value.margin,
    rate: rate.rate,
    openRate: rate.rate,
    openRateSeq: rate.rateSeq,
    openedDay: dayOf(facts.wallMs),
  };
  const { instrument } = order;
  const { row, armings } = arm(opened, { instrument, before: undefined, seqOf: headSeqOf(facts) });
  return ok({
    answer: submitted(row, instrument),
    journals: [openJournal(row, cost.value)],
    puts: [put(positions, row)],
    armings,
    events: [positionEvent(row, instrument)],
  });
}

/** Freezes the cost at the limit or the stop or, for a market order, at the current price, and leaves the order to the engine. */
function rest(priced: Priced, facts: Facts): OpeningDecision {
  const { order, head, price } = priced;
  const { instrument } = order;
  const currentPrice = order.type === 'market' ? closingPrice(order.side, head) : price;
  const cost = affordable(priced, { entryPrice: price, currentPrice }, facts);
  if (!cost.ok) return cost;
  const resting: PositionRow = { ...newRow(priced, cost.value, facts), status: 'pending' };
  const { row, armings } = arm(resting, { instrument, before: undefined, seqOf: headSeqOf(facts) });
  return ok({
    answer: submitted(row, instrument),
    journals: [holdJournal(row, row.margin)],
    puts: [put(positions, row)],
    armings,
    events: [positionEvent(row, instrument)],
  });
}

/**
 * Returns the cost of opening, or a refusal unless the levels are on the valid sides and both the customer and the house accounts
 * can bear the cost. A position is accepted only if the house accounts cover the stress loss of all open positions.
 */
function affordable(
  { order, price, rate }: Priced,
  basis: { readonly entryPrice: Amount; readonly currentPrice: Amount },
  facts: Facts,
): Outcome<OpeningCost, OpeningRefusal> {
  const { instrument, side, quantity, leverage, collateral } = order;
  const levels = checkLevels(instrument, { side, ...basis }, order);
  if (!levels.ok) {
    // A new order has no profit lock, so no refusal can name one.
    if (levels.refusal.code === 'profit_lock_wrong')
      throw new Error('expected a new order without a profit lock, got a refusal of its profit lock');
    return { ok: false, refusal: { ...levels.refusal, code: levels.refusal.code } };
  }
  const cost = openingCost(instrument, { quantity, price, rate: rate.rate, leverage });
  const available = usableCollateral(collateral, facts);
  if (available < cost.total) {
    const params = {
      needed: formatAmount(cost.total),
      available: formatAmount(available),
      currency: 'USDT',
    };
    return refuse(collateral === 'promo' ? 'credit_insufficient' : 'margin_insufficient', {
      field: 'quantity',
      params,
    });
  }
  if (facts.openRows(positions).length >= LIMITS.trading.positionsMax) {
    return refuse('positions_too_many', { params: { max: LIMITS.trading.positionsMax.toString() } });
  }
  const hedged = hedgeViolation({ side, collateral, symbol: instrument.symbol }, facts);
  if (hedged !== undefined) return hedged;
  const deal = { side, quantity, price, rate: rate.rate };
  const uncovered = coverViolation(instrument, deal, facts);
  return uncovered ?? ok(cost);
}

function instructionsOf({ timeInForce, expiresMs, postOnly, clientOrderId }: OpeningOrder) {
  return {
    timeInForce: timeInForce ?? 'GTC',
    expiresMs: expiresMs ?? null,
    postOnly: postOnly ?? false,
    clientOrderId: clientOrderId ?? null,
    amendedMs: null,
    reduces: null,
  };
}

/** Builds the row of a resting order. An order that opens immediately overrides some of its fields. */
function newRow({ order, head, price, rate }: Priced, cost: OpeningCost, facts: Facts): PositionRow {
  return {
    book: facts.book,
    id: facts.newId(),
    product: order.product,
    symbol: order.instrument.symbol,
    side: order.side,
    type: order.type,
    status: 'pending',
    reason: null,
    quantity: order.quantity,
    openQuantity: 0n,
    leverage: order.leverage,
    collateral: order.collateral,
    price: order.type === 'market' ? null : (order.price ?? price),
    entryPrice: null,
    entrySeq: null,
    entryMs: null,
    openFee: cost.fee,
    feeRate: order.instrument.contractFeeRate,
    financingRate: financingRate(order.instrument, order.side),
    initialMargin: cost.margin,
    margin: cost.total,
    rate: rate.rate,
    rateSeq: rate.rateSeq,
    placedRate: rate.rate,
    placedRateSeq: rate.rateSeq,
    openRate: null,
    openRateSeq: null,
    financing: 0n,
    financedMs: facts.nowMs,
    nights: [],
    takeProfit: order.takeProfit ?? null,
    stopPrice: order.stopLoss ?? null,
    stopKind: order.stopLoss === undefined ? null : 'loss',
    trailing: order.trailing ?? null,
    warned: 0,
    armed: {},
    realisedPnl: 0n,
    closes: [],
    charge: 0n,
    gains: [],
    createdMs: facts.nowMs,
    createdSeq: head.seq,
    fillAgeMs: head.fillAgeMs,
    worstPrice: order.worstPrice ?? null,
    asked: null,
    updatedMs: facts.nowMs,
    closedMs: null,
    endedSeq: null,
    cancel: null,
    change: null,
    placedDay: dayOf(facts.wallMs),
    openedDay: null,
    staked: cost.margin,
    added: [],
    ...instructionsOf(order),
  };
}

function submitted(row: PositionRow, instrument: ContractInstrument): Submitted {
  const liquidation = liquidationPriceOf(row, instrument);
  return {
    id: row.id.toString(),
    status: row.status,
    price: row.entryPrice === null ? null : formatAmount(row.entryPrice),
    margin: formatAmount(row.margin),
    fee: formatAmount(row.openFee),
    liquidation_price: liquidation === null ? null : formatAmount(liquidation),
    tape_seq: row.entrySeq === null ? null : Number(row.entrySeq),
  };
}
