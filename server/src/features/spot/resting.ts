/** What becomes of a resting order: the engine fires it, or its customer cancels it. Pure, like the rules. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { isAwaited, reaches } from '@candor/domain/trading/trigger.ts';
import { quantityForBudget, spotLeg, spotPrice } from '@candor/domain/trading/spot.ts';
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { append, put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { LIMITS } from '../../limits.ts';
import { decideLeg } from './conversion.ts';
import {
  armingOf,
  fillJournal,
  fillRow,
  heldCurrency,
  holdJournal,
  orderEvent,
  orderRef,
} from './effects.ts';
import { spotFault } from './gate.ts';
import type { SpotOrderRow } from './tables.ts';
import { spotFills, spotOrders } from './tables.ts';

export type Firing = {
  readonly id: bigint;
  readonly version: number;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  /** The entry that reached the level; the fill is at its price. */
  readonly entry: TapeEntry;
  readonly jurisdictions: JurisdictionMode;
};

/** Whether the firing found its order as it expected; a cancelled or changed order is left alone. */
export type Fired = { readonly fired: boolean };

export function decideFiring(firing: Firing, facts: Facts): Decision<Fired, never> {
  const order = facts.row(spotOrders, firing.id);
  if (order === undefined || order.status !== 'open' || order.version !== firing.version) {
    return ok({ answer: { fired: false } });
  }
  const { entry } = firing;
  const instrument = firing.instruments.get(order.symbol);
  if (instrument === undefined) throw new Error(`no instrument ${order.symbol}`);
  const arming = armingOf(order);
  if (
    arming.level === null ||
    entry.symbol !== arming.symbol ||
    !isAwaited(arming, entry) ||
    !reaches(arming.condition, arming.level, entry)
  ) {
    throw new Error(`entry ${entry.seq} does not reach spot order ${order.id}`);
  }
  const { jurisdictions, instruments } = firing;
  const barred = spotFault({ ...boughtBy(order), jurisdictions }, facts);
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
  // At the rate that was shown when it was accepted, whatever counts by now.
  const leg = spotLeg(
    { ...instrument, spotFeeRate: order.feeRate },
    {
      side: order.side,
      quantity: order.quantity,
      price: spotPrice(order.side, entry),
    },
  );
  if (!houseCan(leg, facts)) return waitForLiquidity(order, entry, facts);
  return filledAt(order, { entry, leg, facts });
}

/** Gives and takes a leg; what the hold lacks is frozen first, what it has too much comes back. */
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
  return ok({
    answer: { fired: true },
    journals: [...(lacking > 0n ? [holdJournal(order, lacking)] : []), fillJournal(leg, held)],
    puts: [put(spotOrders, filled)],
    appends: [append(spotFills, fill)],
    events: [orderEvent(filled, [fill])],
  });
}

/** What an order at market that waited gets at its entry, or why it ends without. The customer's own bounds hold as before. */
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

/** Coin to coin counts as a purchase of the coin bought. */
function boughtBy({ side, symbol, toSymbol }: SpotOrderRow) {
  return toSymbol === null
    ? { side, instrument: { symbol } }
    : { side: 'buy' as const, instrument: { symbol: toSymbol } };
}

/** A price from long after the order is not what its customer asked for. */
function isTooLate({ createdMs }: SpotOrderRow, marketMs: number): boolean {
  return marketMs - createdMs > LIMITS.trading.fillWaitMarketMs;
}

/** Its customer may not trade any more, so it ends with the reason instead of filling. Its trigger is gone already. */
function endUnfilled(
  order: SpotOrderRow,
  reason: string,
  at: { entry: TapeEntry; facts: Facts },
): Decision<Fired, never> {
  return ok({ answer: { fired: true }, ...release([order], { reason, ...at }), armings: [] });
}

/** The house has not enough of the coin: the order stays, says so, and is tried again at the next entry. */
function waitForLiquidity(order: SpotOrderRow, entry: TapeEntry, facts: Facts): Decision<Fired, never> {
  const waiting: SpotOrderRow = {
    ...order,
    reason: 'liquidity_insufficient',
    version: order.version + 1,
    armedSeq: entry.seq,
    updatedMs: facts.nowMs,
  };
  const first = order.reason !== 'liquidity_insufficient';
  return ok({
    answer: { fired: false },
    puts: [put(spotOrders, waiting)],
    armings: [armingOf(waiting)],
    ...(first ? { events: [orderEvent(waiting, [])] } : {}),
  });
}

export type Cancellation = { readonly id: bigint; readonly reason: 'customer' | 'start_over' };
export type Cancelled = CallOutput<'POST order/cancel'>;

export function decideCancel(
  input: Cancellation,
  facts: Facts,
): Decision<Cancelled, CallRefusal<'POST order/cancel'> | 'busy'> {
  const order = facts.row(spotOrders, input.id);
  if (order === undefined) return refuse('trade_not_found', { field: 'id' });
  if (order.status !== 'open') return refuse('order_not_cancellable', { field: 'id' });
  if (!isCancellable(order, facts)) return refuse('order_not_cancellable', { field: 'id' });
  if (facts.head(order.symbol)?.lagging === true) return refuse('busy');
  return ok({
    answer: { id: order.id.toString(), status: 'cancelled' } satisfies Cancelled,
    ...release([order], { reason: input.reason, facts }),
  });
}

/**
 * An order at market that waits is on its way: whoever could take it back until its price is known would have a look at where
 * the market goes. Once it would be too late for it to fill there is nothing to know.
 */
function isCancellable(order: SpotOrderRow, facts: Facts): boolean {
  return order.type === 'limit' || isTooLate(order, facts.nowMs);
}

export function decideCancelAll(
  input: { symbol: string | undefined },
  facts: Facts,
): Decision<Cancelled[], 'busy'> {
  const orders = facts
    .openRows(spotOrders)
    .filter((order) => isCancellable(order, facts))
    .filter((order) => input.symbol === undefined || order.symbol === input.symbol);
  if (orders.some((order) => facts.head(order.symbol)?.lagging === true)) return refuse('busy');
  return ok({
    answer: orders.map((order): Cancelled => ({ id: order.id.toString(), status: 'cancelled' })),
    ...release(orders, { reason: 'customer', facts }),
  });
}

/** Frees what orders froze and ends them, each with its own journal, its reason, and the entry that fired or is the newest. */
function release(
  orders: readonly SpotOrderRow[],
  how: { reason: string; facts: Facts; entry?: Pick<TapeEntry, 'seq'> },
): Omit<Effects<never>, 'answer'> {
  const cancelled = orders.map((order): SpotOrderRow => ({
    ...order,
    status: 'cancelled',
    reason: how.reason,
    held: 0n,
    version: order.version + 1,
    endedSeq: how.entry?.seq ?? how.facts.head(order.symbol)?.seq ?? 0n,
    updatedMs: how.facts.nowMs,
  }));
  return {
    journals: orders.map(releaseJournal),
    puts: cancelled.map((order) => put(spotOrders, order)),
    armings: cancelled.map(armingOf),
    events: cancelled.map((order) => orderEvent(order, [])),
  };
}

function releaseJournal(order: SpotOrderRow): Journal {
  const currency = heldCurrency(order);
  return journal('spot_release', orderRef(order.id), [
    { account: 'spot_frozen', currency, amount: -order.held },
    { account: 'spot', currency, amount: order.held },
  ]);
}

/** Ends every resting order because the customer starts over. */
export function endForStartOver(facts: Facts): Omit<Effects<never>, 'answer'> {
  return release(facts.openRows(spotOrders), { reason: 'start_over', facts });
}
