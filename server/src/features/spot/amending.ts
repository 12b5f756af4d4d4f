/**
 * Changes the limit, the stop, the quantity, the trailing distance or the expiry of a resting order, which keeps its id. An
 * amendment is accepted only at a fresh price, at which a cancellation would take effect immediately, so that nobody can amend
 * with knowledge of a later price. Pure.
 */
import type { ContractInstrument, InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { checkQuantity, spotHold, spotPrice } from '@candor/domain/trading/spot.ts';
import { trailingDistance } from '@candor/domain/trading/trailing.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { append, put } from '../../commands/command.ts';
import type { Decision, Facts, Head } from '../../commands/command.ts';
import { openNamed, partlyReleased } from './cancelling.ts';
import type { Cancellation } from './cancelling.ts';
import {
  bracketViolation,
  expiryViolation,
  levelsViolation,
  trailingViolation,
} from '@candor/domain/trading/conditions.ts';
import type { RestingOrder } from '@candor/domain/trading/conditions.ts';
import {
  armingsOf,
  expiryArmingOf,
  heldCurrency,
  holdJournal,
  isTrailing,
  orderEvent,
  waitsForStop,
  waitsSinceMs,
} from './effects.ts';
import { acceptanceViolation } from './gate.ts';
import { lacks, tradableHead } from './rules.ts';
import { spotAmendments, spotOrders } from './tables.ts';
import type { SpotOrderRow } from './tables.ts';

export type Amendment = {
  readonly named: Cancellation;
  readonly price: Amount | undefined;
  readonly stopPrice: Amount | undefined;
  readonly quantity: Amount | undefined;
  /** The new trailing distance. The best price is then measured from the amendment on. */
  readonly trailing?: Amount | undefined;
  readonly trailingBps?: number | undefined;
  /** Null removes the expiry. */
  readonly expiresMs?: number | null | undefined;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly termsAt: InstrumentAt;
  readonly jurisdictions: JurisdictionMode;
};
type Amended = Decision<
  CallOutput<'POST order/amend'>,
  CallRefusal<'POST order/amend'> | 'busy' | 'account_frozen' | 'account_locked' | 'parameter_wrong'
>;
type Changed = Pick<
  SpotOrderRow,
  'price' | 'stop' | 'quantity' | 'timeInForce' | 'expiresMs' | 'trailDistance' | 'trailBps' | 'trailSeq'
>;

export function decideAmend(asked: Amendment, facts: Facts): Amended {
  const { named, instruments, jurisdictions } = asked;
  const field = 'id' in named ? 'id' : 'client_order_id';
  const order = 'id' in named ? facts.row(spotOrders, named.id) : openNamed(named.clientOrderId, facts);
  if (order === undefined) return refuse('trade_not_found', { field });
  // The order can no longer be amended if it waits for the next quote, is a trailing stop that was reached, or has a cancellation
  // request.
  const isStopped = order.type === 'trailing_stop' && !isTrailing(order);
  const isSet = order.type === 'market' || isStopped || order.cancel !== null;
  if (order.status !== 'open' || isSet) {
    return refuse('order_state_wrong', { field });
  }
  const wrong = surplus(asked, order);
  if (wrong !== undefined) return refuse('parameter_wrong', { field: wrong, params: { field: wrong } });
  const listed = instruments.get(order.symbol);
  if (listed === undefined) throw new Error(`expected an instrument ${order.symbol}, found none`);
  const instrument = asked.termsAt(listed, facts.wallMs);
  const barred = acceptanceViolation({ side: order.side, instrument, jurisdictions }, facts);
  if (barred !== undefined) return barred;
  const head = tradableHead(instrument, facts);
  if (!head.ok) return head;
  const isOver = order.expiresMs !== null && facts.nowMs >= order.expiresMs;
  if (head.value.aged || isOver || facts.nowMs <= waitsSinceMs(order)) return refuse('busy');
  // A trailing stop may keep its best price, so the newest entry must have been made before the amendment.
  if (isTrailing(order) && facts.nowMs <= head.value.timeMs) return refuse('busy');
  const changed = changedBy(asked, order, head.value);
  const bounded = checkQuantity(instrument, changed.quantity);
  if (!bounded.ok) return bounded;
  const levels = levelsOf(order, instrument, changed);
  const violation =
    levelsViolation(levels, head.value) ??
    trailingViolation({ ...levels, trailing: asked.trailing, trailingBps: asked.trailingBps }, head.value) ??
    protectionViolation(order, levels, head.value) ??
    expiryViolation({ expiresMs: asked.expiresMs ?? undefined }, facts.nowMs);
  if (violation !== undefined) return violation;
  return amendedTo(order, { changed, instrument, head: head.value, facts });
}

/**
 * Returns a requested field that doesn't apply to the order. A stop that was reached can't be changed, and a trailing stop keeps
 * its quantity.
 */
function surplus(asked: Amendment, order: SpotOrderRow): string | undefined {
  if (asked.price !== undefined && order.price === null) return 'price';
  const hasStop = order.stop !== null && order.triggeredSeq === null;
  if (asked.stopPrice !== undefined && !hasStop) return 'stop_price';
  if (isTrailing(order)) return asked.quantity === undefined ? undefined : 'quantity';
  if (asked.trailing !== undefined) return 'trailing';
  return asked.trailingBps === undefined ? undefined : 'trailing_bps';
}

function changedBy(asked: Amendment, order: SpotOrderRow, head: Head): Changed {
  const distance = trailingDistance(asked, spotPrice(order.side, head));
  const expiresMs = asked.expiresMs === undefined ? order.expiresMs : asked.expiresMs;
  return {
    price: asked.price ?? order.price,
    stop: asked.stopPrice ?? order.stop,
    quantity: asked.quantity ?? order.quantity,
    ...{ expiresMs, timeInForce: expiresMs === null ? 'GTC' : 'GTD' },
    ...(distance === undefined
      ? { trailDistance: order.trailDistance, trailBps: order.trailBps, trailSeq: order.trailSeq }
      : { trailDistance: distance, trailBps: asked.trailingBps ?? null, trailSeq: head.seq }),
  };
}

/**
 * Returns the amended levels. They are checked like those of a new order, except that an amended limit order never fills
 * immediately.
 */
function levelsOf(
  order: SpotOrderRow,
  instrument: ContractInstrument,
  { price, stop }: Changed,
): RestingOrder {
  const waitsForLimit = order.type === 'limit' || (order.type === 'stop_limit' && !waitsForStop(order));
  return {
    ...{ instrument, side: order.side, type: waitsForLimit ? 'limit' : order.type, postOnly: waitsForLimit },
    price: price ?? undefined,
    stopPrice: waitsForLimit ? undefined : (stop ?? undefined),
  };
}

/** The take profit and the stop loss of a purchase can't be amended, so the purchase's new levels must fit them. */
function protectionViolation({ takeProfit, stopLoss }: SpotOrderRow, levels: RestingOrder, head: Head) {
  const bracket = { takeProfit: takeProfit ?? undefined, stopLoss: stopLoss ?? undefined };
  return bracketViolation({ ...levels, bracket }, head);
}

function amendedTo(
  order: SpotOrderRow,
  of: { changed: Changed; instrument: ContractInstrument; head: Head; facts: Facts },
): Amended {
  const { changed, instrument, head, facts } = of;
  const held = heldBy(order, { changed, instrument, head });
  const more = held - order.held;
  const field = isTrailing(order) ? 'trailing' : changed.quantity === order.quantity ? 'price' : 'quantity';
  const short = more > 0n ? lacks(facts, { currency: heldCurrency(order), needed: more, field }) : undefined;
  if (short !== undefined) return short;
  const amended: SpotOrderRow = {
    ...{ ...order, ...changed, held, reason: null },
    ...{ version: order.version + 1, armedSeq: head.seq, amendedMs: facts.nowMs, updatedMs: facts.nowMs },
  };
  return ok({
    answer: { id: order.id.toString(), status: 'open' as const },
    journals: moved(order, more),
    puts: [put(spotOrders, amended)],
    appends: [append(spotAmendments, amendmentOf(order, amended, head))],
    armings: [
      ...armingsOf(amended),
      ...(order.expiresMs !== null && amended.expiresMs === null ? [expiryArmingOf(amended, null)] : []),
    ],
    events: [orderEvent(amended, [])],
  });
}

/**
 * Returns the amount that the amended order must hold, at the fee rate that applied at its acceptance. A trailing stop whose
 * distance doesn't change keeps its hold.
 */
function heldBy(
  order: SpotOrderRow,
  { changed, instrument, head }: { changed: Changed; instrument: ContractInstrument; head: Head },
): Amount {
  const { side, type, feeRate } = order;
  const keepsDistance = changed.trailSeq === order.trailSeq && changed.trailDistance === order.trailDistance;
  if (isTrailing(order) && keepsDistance) return order.held;
  const costsAt = isTrailing(order)
    ? head.ask + (changed.trailDistance ?? 0n)
    : type === 'limit' || type === 'stop_limit'
      ? changed.price
      : changed.stop;
  const priced = { side, quantity: changed.quantity, price: costsAt ?? 0n };
  return spotHold({ ...instrument, spotFeeRate: feeRate }, priced).amount;
}

function moved(order: SpotOrderRow, more: Amount): Journal[] {
  if (more === 0n) return [];
  return [more > 0n ? holdJournal(order, more) : partlyReleased(order, -more)];
}

function amendmentOf(was: SpotOrderRow, is: SpotOrderRow, head: Head) {
  return {
    ...{ book: is.book, orderId: is.id, version: is.version, symbol: is.symbol },
    ...{ wasPrice: was.price, wasStop: was.stop, wasQuantity: was.quantity },
    ...{ wasArmedSeq: was.armedSeq, wasSinceMs: waitsSinceMs(was) },
    ...{ price: is.price, stop: is.stop, quantity: is.quantity },
    ...{ tapeSeq: is.armedSeq, fillAgeMs: head.fillAgeMs, timeMs: is.updatedMs },
    ...{ wasExpiresMs: was.expiresMs, expiresMs: is.expiresMs },
    ...{ wasTrailDistance: was.trailDistance, wasTrailSeq: was.trailSeq },
    ...{ trailDistance: is.trailDistance, trailSeq: is.trailSeq },
  };
}
