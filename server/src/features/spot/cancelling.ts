/**
 * How a resting order ends unfilled: its customer takes it back, or it may not fill any more. Taking back counts as an order at market
 * does, at the newest entry if that is young and otherwise from the first quote made since; until then the order fills. Pure.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { isAwaited } from '@candor/domain/trading/trigger.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { LIMITS } from '../../limits.ts';
import { armingOf, cancelArmingOf, heldCurrency, orderEvent, orderRef } from './effects.ts';
import type { AskedCancel, SpotOrderRow } from './tables.ts';
import { spotOrders } from './tables.ts';

type WithoutAnswer = Omit<Effects<never>, 'answer'>;
export type Cancellation = { readonly id: bigint };
export type Cancelled = CallOutput<'POST order/cancel'>;

export function decideCancel(
  { id }: Cancellation,
  facts: Facts,
): Decision<Cancelled, CallRefusal<'POST order/cancel'> | 'busy'> {
  const order = facts.row(spotOrders, id);
  if (order === undefined) return refuse('trade_not_found', { field: 'id' });
  if (order.status !== 'open') return refuse('order_not_cancellable', { field: 'id' });
  if (!isCancellable(order, facts)) return refuse('order_not_cancellable', { field: 'id' });
  if (facts.head(order.symbol)?.lagging === true) return refuse('busy');
  return ok({ answer: cancelledAs(order, facts), ...takeBack([order], facts) });
}

/**
 * An order at market that waits is on its way: whoever could take it back until its price is known would have a look at where
 * the market goes. Once it would be too late for it to fill there is nothing to know.
 */
function isCancellable(order: SpotOrderRow, facts: Facts): boolean {
  return order.type === 'limit' || isTooLate(order, facts.nowMs);
}

/** A price from long after the order is not what its customer asked for. */
export function isTooLate({ createdMs }: SpotOrderRow, marketMs: number): boolean {
  return marketMs - createdMs > LIMITS.trading.fillWaitMarketMs;
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
  return ok({ answer: orders.map((order) => cancelledAs(order, facts)), ...takeBack(orders, facts) });
}

/** Whether it is cancelled at once: at a young entry, or where nothing was quoted for a minute since it was asked for. */
function isAtOnce(order: SpotOrderRow, facts: Facts): boolean {
  if (order.type === 'market') return true;
  if (order.cancel !== null) return facts.nowMs - order.cancel.cancelMs > LIMITS.trading.fillWaitMarketMs;
  return facts.head(order.symbol)?.aged === false;
}

function cancelledAs(order: SpotOrderRow, facts: Facts): Cancelled {
  return { id: order.id.toString(), status: isAtOnce(order, facts) ? 'cancelled' : 'open' };
}

/** Ends those that may end at once; of the others it keeps when that was asked for, if it was not before. */
function takeBack(orders: readonly SpotOrderRow[], facts: Facts): WithoutAnswer {
  const atOnce = orders.filter((order) => isAtOnce(order, facts));
  const ending = release(
    atOnce.map((order) => asked(order, facts)),
    { reason: 'customer', facts },
  );
  const waiting = orders
    .filter((order) => order.cancel === null && !isAtOnce(order, facts))
    .map((order) => ({ ...asked(order, facts), updatedMs: facts.nowMs }));
  return {
    ...ending,
    puts: [...(ending.puts ?? []), ...waiting.map((order) => put(spotOrders, order))],
    armings: [...(ending.armings ?? []), ...waiting.map((order) => cancelArmingOf(order, order.cancel))],
    events: [...(ending.events ?? []), ...waiting.map((order) => orderEvent(order, []))],
  };
}

/** When it was asked for stays. */
function asked(order: SpotOrderRow, facts: Facts): SpotOrderRow & { readonly cancel: AskedCancel } {
  const head = facts.head(order.symbol);
  const now = { cancelMs: facts.nowMs, cancelSeq: head?.seq ?? 0n, cancelAgeMs: head?.fillAgeMs ?? 0 };
  return { ...order, cancel: order.cancel ?? now };
}

/** Whether its cancelling counts at an entry: one that was made since it was asked for. */
function isCounting({ cancel }: SpotOrderRow, entry: TapeEntry): boolean {
  return cancel !== null && isAwaited({ armedSeq: cancel.cancelSeq, sinceMs: cancel.cancelMs }, entry);
}

/**
 * Whether an entry no longer fills it: its cancelling counts there, or it is told so late that asking once more would have ended it.
 * A feed that is later than that would else have prices to tell that its customer takes or leaves.
 */
export function isTakenBack(order: SpotOrderRow, entry: TapeEntry): boolean {
  if (order.cancel === null || entry.seq <= order.cancel.cancelSeq) return false;
  return isCounting(order, entry) || entry.timeMs - order.cancel.cancelMs > LIMITS.trading.fillWaitMarketMs;
}

export type CancelFiring = { readonly id: bigint; readonly entry: TapeEntry };

/** The first quote made since a cancelling was asked for is here. An order that filled or ended before is left alone. */
export function decideCancelFiring(
  { id, entry }: CancelFiring,
  facts: Facts,
): Decision<{ readonly fired: boolean }, never> {
  const order = facts.row(spotOrders, id);
  if (order === undefined || order.status !== 'open' || order.cancel === null) {
    return ok({ answer: { fired: false } });
  }
  if (entry.symbol !== order.symbol || entry.gap === true || !isCounting(order, entry)) {
    throw new FalselyFired(`entry ${entry.symbol} ${entry.seq} does not cancel spot order ${id}`);
  }
  return ok({ answer: { fired: true }, ...release([order], { reason: 'customer', entry, facts }) });
}

/** Frees what orders froze and ends them, each with its own journal, its reason, and the entry that fired or is the newest. */
export function release(
  orders: readonly SpotOrderRow[],
  how: { reason: string; facts: Facts; entry?: Pick<TapeEntry, 'seq'> },
): WithoutAnswer {
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

/** Ends every resting order because the customer starts over: whatever it would have brought goes with the rest of the play money. */
export function endForStartOver(facts: Facts): WithoutAnswer {
  return release(facts.openRows(spotOrders), { reason: 'start_over', facts });
}
