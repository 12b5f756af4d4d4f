/**
 * Closes a resting order without a fill, because the customer cancels it or because it may no longer fill. A cancellation takes
 * effect when a market order would fill: at the newest entry if that is fresh, and otherwise at the first quote made after the
 * request. Until then the order can fill. Pure.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { isAwaited } from '@candor/domain/trading/trigger.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { LIMITS } from '../../limits.ts';
import { armingsOf, cancelArmingOf, heldCurrency, orderEvent, orderRef } from './effects.ts';
import type { AskedCancel, SpotOrderRow } from './tables.ts';
import { spotOrders } from './tables.ts';
import { expiryNotices } from './order-notices.ts';

type WithoutAnswer = Omit<Effects<never>, 'answer'>;
/** Identifies an order by its id, or an open order by the customer's own name for it. */
export type Cancellation = { readonly id: bigint } | { readonly clientOrderId: string };
export type Cancelled = CallOutput<'POST order/cancel'>;

export function decideCancel(
  named: Cancellation,
  facts: Facts,
): Decision<Cancelled, CallRefusal<'POST order/cancel'> | 'busy'> {
  const field = 'id' in named ? 'id' : 'client_order_id';
  const order = 'id' in named ? facts.row(spotOrders, named.id) : openNamed(named.clientOrderId, facts);
  if (order === undefined) return refuse('trade_not_found', { field });
  if (order.status !== 'open') return refuse('order_not_cancellable', { field });
  if (!isCancellable(order, facts)) return refuse('order_not_cancellable', { field });
  if (facts.head(order.symbol)?.lagging === true || isEnding(order, facts)) return refuse('busy');
  return ok({ answer: cancelledAs(order, facts), ...takeBack([order], facts) });
}

/** Returns the customer's open order with this name. */
export function openNamed(clientOrderId: string, facts: Facts): SpotOrderRow | undefined {
  return facts.openRows(spotOrders).find((order) => order.clientOrderId === clientOrderId);
}

/**
 * A waiting market order can't be cancelled, because the customer could otherwise watch the market and then decide. Once it is
 * too late for the order to fill, cancelling gives no such advantage.
 */
function isCancellable(order: SpotOrderRow, facts: Facts): boolean {
  return order.type !== 'market' || isTooLate(order, facts.nowMs);
}

/** Whether a price was made too long after the order to fill it. */
export function isTooLate({ createdMs }: SpotOrderRow, marketMs: number): boolean {
  return marketMs - createdMs > LIMITS.trading.fillWaitMarketMs;
}

export function decideCancelAll(
  input: { symbol: string | undefined; isAsked?: boolean },
  facts: Facts,
): Decision<Cancelled[], 'busy'> {
  const orders = facts
    .openRows(spotOrders)
    .filter((order) => isCancellable(order, facts) && !isEnding(order, facts))
    .filter((order) => input.symbol === undefined || order.symbol === input.symbol);
  // Only a cancellation that the customer requests now is refused while triggers lag. A cancellation by a rule that the customer
  // set earlier, such as a dead man's switch, goes ahead, because the database rejects it for any order that a price has already
  // reached.
  if (input.isAsked !== false && orders.some((order) => facts.head(order.symbol)?.lagging === true))
    return refuse('busy');
  return ok({ answer: orders.map((order) => cancelledAs(order, facts)), ...takeBack(orders, facts) });
}

/**
 * Whether the newest entry has already reached the order's expiry. The order then expires at that entry, and the customer can't
 * cancel it later.
 */
function isEnding(order: SpotOrderRow, facts: Facts): boolean {
  const head = facts.head(order.symbol);
  return head !== undefined && isExpired(order, head);
}

/**
 * Whether the order is cancelled immediately: the newest entry is fresh, or a cancellation was requested more than a minute ago
 * and no quote has been made since.
 */
function isAtOnce(order: SpotOrderRow, facts: Facts): boolean {
  if (order.type === 'market') return true;
  if (order.cancel !== null) return facts.nowMs - order.cancel.cancelMs > LIMITS.trading.fillWaitMarketMs;
  return facts.head(order.symbol)?.aged === false;
}

function cancelledAs(order: SpotOrderRow, facts: Facts): Cancelled {
  return { id: order.id.toString(), status: isAtOnce(order, facts) ? 'cancelled' : 'open' };
}

/** Closes the orders that are cancelled immediately, and records the cancellation request on the others. */
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

/** Records the cancellation request, unless there is an earlier one. */
function asked(order: SpotOrderRow, facts: Facts): SpotOrderRow & { readonly cancel: AskedCancel } {
  const head = facts.head(order.symbol);
  const now = { cancelMs: facts.nowMs, cancelSeq: head?.seq ?? 0n, cancelAgeMs: head?.fillAgeMs ?? 0 };
  return { ...order, cancel: order.cancel ?? now };
}

/** Whether the order has expired by the time of an entry, which then can't fill it. */
export function isExpired({ expiresMs }: SpotOrderRow, entry: Pick<TapeEntry, 'timeMs'>): boolean {
  return expiresMs !== null && entry.timeMs >= expiresMs;
}

/** Whether the cancellation takes effect at this entry. The entry must have been made after the request. */
function isCounting({ cancel }: SpotOrderRow, entry: TapeEntry): boolean {
  return cancel !== null && isAwaited({ armedSeq: cancel.cancelSeq, sinceMs: cancel.cancelMs }, entry);
}

/**
 * Whether an entry can no longer fill the order: the cancellation takes effect at this entry, or the entry is more than a minute
 * later than the request. Without the second condition, a customer could choose whether to accept the prices of late entries.
 */
export function isTakenBack(order: SpotOrderRow, entry: TapeEntry): boolean {
  if (order.cancel === null || entry.seq <= order.cancel.cancelSeq) return false;
  return isCounting(order, entry) || entry.timeMs - order.cancel.cancelMs > LIMITS.trading.fillWaitMarketMs;
}

export type CancelFiring = { readonly id: bigint; readonly entry: TapeEntry };
export type ExpiryFiring = CancelFiring & { readonly version: number };

/**
 * Executes a cancellation at the first quote made after the request. Leaves an order unchanged that has already been filled or
 * closed.
 */
export function decideCancelFiring(
  { id, entry }: CancelFiring,
  facts: Facts,
): Decision<{ readonly fired: boolean }, never> {
  const order = facts.row(spotOrders, id);
  if (order === undefined || order.status !== 'open' || order.cancel === null) {
    return ok({ answer: { fired: false } });
  }
  // The entry ends the order by expiry, so it doesn't execute the cancellation.
  if (isExpired(order, entry)) return ok({ answer: { fired: false } });
  if (entry.symbol !== order.symbol || entry.gap === true || !isCounting(order, entry)) {
    throw new FalselyFired(`entry ${entry.symbol} ${entry.seq} does not cancel spot order ${id}`);
  }
  return ok({ answer: { fired: true }, ...release([order], { reason: 'customer', entry, facts }) });
}

/**
 * Ends an order at the first entry at or after its expiry. An amendment may have changed the expiry since the trigger was armed.
 */
export function decideExpiryFiring(
  { id, version, entry }: ExpiryFiring,
  facts: Facts,
): Decision<{ readonly fired: boolean }, never> {
  const order = facts.row(spotOrders, id);
  if (order === undefined || order.status !== 'open') return ok({ answer: { fired: false } });
  if (version < order.version && !isExpired(order, entry)) return ok({ answer: { fired: false } });
  if (entry.symbol !== order.symbol || entry.cause?.kind === 'reject' || !isExpired(order, entry)) {
    throw new FalselyFired(`spot order ${id} has not expired at entry ${entry.symbol} ${entry.seq}`);
  }
  const released = release([order], { reason: 'expired', entry, facts });
  return ok({ answer: { fired: true }, ...released, appends: expiryNotices(order, facts) });
}

/**
 * Closes the orders with the reason, and releases their frozen amounts with one journal each. Records the entry that fired or, if
 * there is none, the newest entry.
 */
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
    armings: cancelled.flatMap(armingsOf),
    events: cancelled.map((order) => orderEvent(order, [])),
  };
}

function releaseJournal(order: SpotOrderRow): Journal {
  return partlyReleased(order, order.held);
}

/** Returns the journal that releases part of an order's frozen amount. */
export function partlyReleased(order: SpotOrderRow, amount: Amount): Journal {
  const currency = heldCurrency(order);
  return journal('spot_release', orderRef(order.id), [
    { account: 'spot_frozen', currency, amount: -amount },
    { account: 'spot', currency, amount },
  ]);
}

export function endForStartOver(facts: Facts): WithoutAnswer {
  return release(facts.openRows(spotOrders), { reason: 'start_over', facts });
}
