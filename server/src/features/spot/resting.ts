/** The outcome of a resting order when its trigger fires. Pure. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { ok } from '@candor/domain/outcome.ts';
import { isAwaited, isTrailing as trails, reaches } from '@candor/domain/trading/trigger.ts';
import { quantityForBudget, spotLeg, spotPrice } from '@candor/domain/trading/spot.ts';
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { protectedFill } from './bracket.ts';
import { isExpired, isTakenBack, isTooLate, release } from './cancelling.ts';
import { decideLeg } from './conversion.ts';
import {
  armingsOf,
  disarmingOf,
  fillJournal,
  fillRow,
  heldCurrency,
  holdJournal,
  isTrailing,
  orderEvent,
  SPOT_EXPIRY,
  waitsForStop,
} from './effects.ts';
import { spotViolation } from './gate.ts';
import type { SpotOrderRow } from './tables.ts';
import { spotOrders } from './tables.ts';
import { fillNotices, refusalNotices } from './order-notices.ts';

export type Firing = {
  readonly id: bigint;
  readonly version: number;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  /** The entry that fired the trigger. The order fills at its price. */
  readonly entry: TapeEntry;
  readonly jurisdictions: JurisdictionMode;
};

/** Whether the firing was still valid. If the order was cancelled or changed in the meantime, it is left unchanged. */
export type Fired = { readonly fired: boolean };

export function decideFiring(firing: Firing, facts: Facts): Decision<Fired, never> {
  const order = facts.row(spotOrders, firing.id);
  if (order === undefined || order.status !== 'open' || order.version > firing.version) {
    return ok({ answer: { fired: false } });
  }
  // The engine learns of a version only after its commit, so a firing for a version later than the row's is invalid.
  if (order.version < firing.version)
    throw new FalselyFired(`spot order ${order.id} does not wait in version ${firing.version}`);
  const { entry } = firing;
  const instrument = firing.instruments.get(order.symbol);
  if (instrument === undefined) throw new Error(`expected an instrument ${order.symbol}, found none`);
  const isReached = armingsOf(order).some(
    ({ kind, level, ...wait }) =>
      kind !== SPOT_EXPIRY &&
      level !== null &&
      entry.symbol === wait.symbol &&
      isAwaited(wait, entry) &&
      // How far the price has reversed can be computed only from the tape since acceptance. The database does that.
      (trails(wait.condition) ? entry.gap !== true : reaches(wait.condition, level, entry)),
  );
  if (!isReached) {
    throw new FalselyFired(`entry ${entry.seq} does not reach spot order ${order.id}`);
  }
  // The entry was made after the cancellation request. The cancellation fires at the first quote made after the request, or takes
  // effect when the customer requests it again.
  if (isTakenBack(order, entry) || isExpired(order, entry)) return ok({ answer: { fired: false } });
  const { jurisdictions, instruments } = firing;
  const barred = spotViolation({ ...boughtBy(order), jurisdictions, entry }, facts);
  if (barred !== undefined) return endUnfilled(order, barred.refusal.code, { entry, facts });
  if (order.type === 'market') {
    if (isTooLate(order, entry.timeMs)) return endUnfilled(order, 'trading_closed', { entry, facts });
    if (order.toSymbol !== null) {
      const decided = decideLeg(order, { entry, instruments }, facts);
      if ('ends' in decided) return endUnfilled(order, decided.ends, { entry, facts });
      return ok({ answer: { fired: true }, ...decided.effects });
    }
    const decided = fillWaiting(order, { entry, instrument, facts });
    return typeof decided === 'string' ? endUnfilled(order, decided, { entry, facts }) : decided;
  }
  return fillResting(order, { entry, instrument, facts });
}

/**
 * Fills an order whose limit or stop was reached by the entry. If the entry misses the limit of a stop-limit order, the order
 * becomes a limit order.
 */
function fillResting(
  order: SpotOrderRow,
  { entry, instrument, facts }: { entry: TapeEntry; instrument: ContractInstrument; facts: Facts },
): Decision<Fired, never> {
  const { side, quantity, type } = order;
  const price = spotPrice(side, entry);
  const isTriggered = type === 'stop_limit' && waitsForStop(order);
  const stopped = isTriggered ? { ...order, triggeredSeq: entry.seq } : order;
  if (isTriggered && order.price !== null && (side === 'buy' ? price > order.price : price < order.price)) {
    return waitOn({ ...stopped, reason: null }, { entry, facts, isNews: true });
  }
  // The fee rate is the one shown on acceptance, even if a different rate is in effect now.
  const leg = spotLeg({ ...instrument, spotFeeRate: order.feeRate }, { side, quantity, price });
  if (side === 'buy' && leg.total > order.held + facts.balance('spot', heldCurrency(order))) {
    return endUnfilled(order, 'balance_insufficient', { entry, facts });
  }
  if (houseCan(leg, facts)) return filledAt(order, { entry, leg, facts });
  const isNews = order.reason !== 'liquidity_insufficient';
  // A trailing stop that was reached stops trailing, and waits at the price at which it was reached.
  const stop = isTrailing(order) ? price : order.stop;
  return waitOn({ ...stopped, stop, reason: 'liquidity_insufficient' }, { entry, facts, isNews });
}

/** Books a leg. If the hold is too small, the missing amount is frozen first. If it is too large, the excess is returned. */
function filledAt(
  order: SpotOrderRow,
  { entry, leg, facts }: { entry: TapeEntry; leg: SpotLeg; facts: Facts },
): Decision<Fired, never> {
  const lacking = leg.side === 'buy' && leg.total > order.held ? leg.total - order.held : 0n;
  const held: SpotOrderRow = { ...order, held: order.held + lacking };
  const filled: SpotOrderRow = {
    ...order,
    status: 'filled',
    reason: null,
    quantity: leg.quantity,
    filledQuantity: leg.quantity,
    held: 0n,
    updatedMs: facts.nowMs,
  };
  const fill = fillRow(leg, {
    book: order.book,
    orderId: order.id,
    leg: 1,
    tapeSeq: entry.seq,
    journalSeq: facts.journalSeq + (lacking > 0n ? 1n : 0n),
    timeMs: facts.nowMs,
  });
  const journals = [...(lacking > 0n ? [holdJournal(order, lacking)] : []), fillJournal(leg, held)];
  const guarded = protectedFill({ filled, fill }, { facts, journals });
  const armings = [...disarmingOf(filled), ...guarded.armings];
  const appends = [...guarded.appends, ...fillNotices(order, leg, facts)];
  return ok({ answer: { fired: true }, ...guarded, appends, armings });
}

/**
 * Fills a waiting market order at the entry, within the customer's worst price, or returns the reason why the order closes
 * unfilled.
 */
function fillWaiting(
  order: SpotOrderRow,
  { entry, instrument, facts }: { entry: TapeEntry; instrument: ContractInstrument; facts: Facts },
): Decision<Fired, never> | RefusalCode {
  const { side, worst, budget, held } = order;
  const price = spotPrice(side, entry);
  if (worst !== null && (side === 'buy' ? price > worst : price < worst)) return 'price_moved';
  const terms = { ...instrument, spotFeeRate: order.feeRate };
  const funds = held + facts.balance('spot', heldCurrency(order));
  const amount = budget !== null && budget < funds ? budget : funds;
  const quantity = budget === null ? order.quantity : quantityForBudget(terms, { amount, price });
  if (budget !== null && quantity < instrument.quantityMin) return 'amount_below_minimum';
  const leg = spotLeg(terms, { side, quantity, price });
  if (side === 'buy' && leg.total > funds) return 'balance_insufficient';
  if (!houseCan(leg, facts)) return 'liquidity_insufficient';
  return filledAt(order, { entry, leg, facts });
}

function houseCan(leg: SpotLeg, facts: Facts): boolean {
  const [currency, needed] =
    leg.side === 'buy' ? [leg.base, leg.quantity] : [leg.quote, leg.value + leg.valueRounding];
  return facts.houseHas('inventory', currency, needed);
}

function boughtBy({ side, symbol, toSymbol }: SpotOrderRow) {
  return toSymbol === null
    ? { side, instrument: { symbol } }
    : { side: 'buy' as const, instrument: { symbol: toSymbol } };
}

/** Closes an order unfilled, with the reason. The trigger that fired needn't be disarmed. */
function endUnfilled(
  order: SpotOrderRow,
  reason: string,
  at: { entry: TapeEntry; facts: Facts },
): Decision<Fired, never> {
  const { armings = [], ...released } = release([order], { reason, ...at });
  const isSeen = order.type === 'market' && !isTooLate(order, at.entry.timeMs);
  return ok({
    answer: { fired: true },
    ...released,
    armings: armings.length > 1 ? armings : [],
    appends: isSeen ? [] : refusalNotices(order, at.facts),
  });
}

/**
 * Keeps an order open and arms it from this entry on. Used if the platform lacks the inventory to fill it, or if a stop-limit
 * order became a limit order.
 */
function waitOn(
  order: SpotOrderRow,
  { entry, facts, isNews }: { entry: TapeEntry; facts: Facts; isNews: boolean },
): Decision<Fired, never> {
  const waiting: SpotOrderRow = {
    ...order,
    version: order.version + 1,
    armedSeq: entry.seq,
    updatedMs: facts.nowMs,
  };
  return ok({
    answer: { fired: false },
    puts: [put(spotOrders, waiting)],
    armings: armingsOf(waiting),
    ...(isNews ? { events: [orderEvent(waiting, [])] } : {}),
  });
}
