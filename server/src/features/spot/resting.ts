/** What becomes of a resting order: the engine fires it, or its customer cancels it. Pure, like the rules. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { reaches } from '@candor/domain/trading/trigger.ts';
import { spotLeg, spotPrice } from '@candor/domain/trading/spot.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { append, put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { armingOf, fillJournal, fillRow, orderEvent, orderRef } from './effects.ts';
import { spotFault } from './gate.ts';
import type { SpotOrderRow } from './tables.ts';
import { spotFills, spotOrders } from './tables.ts';

export type Firing = {
  readonly id: bigint;
  readonly version: number;
  readonly instrument: Instrument;
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
  const { entry, instrument } = firing;
  const arming = armingOf(order);
  if (
    arming.level === null ||
    entry.seq <= order.armedSeq ||
    !reaches(arming.condition, arming.level, entry)
  ) {
    throw new Error(`entry ${entry.seq} does not reach spot order ${order.id}`);
  }
  const barred = spotFault({ side: order.side, instrument, jurisdictions: firing.jurisdictions }, facts);
  if (barred !== undefined) return endUnfilled(order, barred.refusal.code, facts);
  // At the rate that was shown when it was accepted, whatever counts by now.
  const leg = spotLeg(
    { ...instrument, spotFeeRate: order.feeRate },
    {
      side: order.side,
      quantity: order.quantity,
      price: spotPrice(order.side, entry),
    },
  );
  const [currency, needed] =
    order.side === 'buy' ? [leg.base, leg.quantity] : [leg.quote, leg.value + leg.valueRounding];
  if (!facts.houseHas('inventory', currency, needed)) return waitForLiquidity(order, entry, facts);

  const filled: SpotOrderRow = {
    ...order,
    status: 'filled',
    reason: null,
    filledQuantity: order.quantity,
    held: 0n,
    updatedMs: facts.nowMs,
  };
  const fill = fillRow(leg, {
    book: order.book,
    orderId: order.id,
    leg: 1,
    tapeSeq: entry.seq,
    journalSeq: facts.journalSeq,
    timeMs: facts.nowMs,
  });
  return ok({
    answer: { fired: true },
    journals: [fillJournal(leg, order)],
    puts: [put(spotOrders, filled)],
    appends: [append(spotFills, fill)],
    events: [orderEvent(filled, [fill])],
  });
}

/** Its customer may not trade any more, so it ends with the reason instead of filling. Its trigger is gone already. */
function endUnfilled(order: SpotOrderRow, reason: string, facts: Facts): Decision<Fired, never> {
  return ok({ answer: { fired: true }, ...release([order], { reason, facts }), armings: [] });
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
  if (facts.head(order.symbol)?.lagging === true) return refuse('busy');
  return ok({
    answer: { id: order.id.toString(), status: 'cancelled' } satisfies Cancelled,
    ...release([order], { reason: input.reason, facts }),
  });
}

export function decideCancelAll(
  input: { symbol: string | undefined },
  facts: Facts,
): Decision<Cancelled[], 'busy'> {
  const orders = facts
    .openRows(spotOrders)
    .filter((order) => input.symbol === undefined || order.symbol === input.symbol);
  if (orders.some((order) => facts.head(order.symbol)?.lagging === true)) return refuse('busy');
  return ok({
    answer: orders.map((order): Cancelled => ({ id: order.id.toString(), status: 'cancelled' })),
    ...release(orders, { reason: 'customer', facts }),
  });
}

/** Frees what orders froze and ends them, each with its own journal and its reason. */
function release(
  orders: readonly SpotOrderRow[],
  how: { reason: string; facts: Facts },
): Omit<Effects<never>, 'answer'> {
  const cancelled = orders.map((order): SpotOrderRow => ({
    ...order,
    status: 'cancelled',
    reason: how.reason,
    held: 0n,
    version: order.version + 1,
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
  const [base, quote] = order.symbol.split('/') as [string, string];
  const currency = order.side === 'buy' ? quote : base;
  return journal('spot_release', orderRef(order.id), [
    { account: 'spot_frozen', currency, amount: -order.held },
    { account: 'spot', currency, amount: order.held },
  ]);
}

/** Ends every resting order because the customer starts over. */
export function endForStartOver(facts: Facts): Omit<Effects<never>, 'answer'> {
  return release(facts.openRows(spotOrders), { reason: 'start_over', facts });
}
