/** Closes resting orders without opening a position, because the customer cancels them or they may no longer open. Pure. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { isAwaited } from '@candor/domain/trading/trigger.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { put } from '../commands/command.ts';
import type { Decision, Effects, Facts } from '../commands/command.ts';
import { LIMITS } from '../limits.ts';
import { arm } from './arming.ts';
import { positionEvent, releaseJournal } from './effects.ts';
import { headSeqOf, instrumentOf, isFresh } from './market.ts';
import type { Instruments } from './market.ts';
import { positions } from './tables.ts';
import type { AskedCancel, PositionRow } from './tables.ts';

type WithoutAnswer = Omit<Effects<never>, 'answer'>;

/** Identifies the order by its number, or by the customer's own name for it. */
export type Cancellation = {
  readonly id: bigint | undefined;
  readonly clientOrderId?: string | undefined;
  readonly instruments: Instruments;
};
export type Cancelled = CallOutput<'POST lever/cancel'>;

export function decideCancel(
  order: Cancellation,
  facts: Facts,
): Decision<Cancelled, CallRefusal<'POST lever/cancel'> | 'busy'> {
  const { row, field } = orderNamed(order, facts);
  if (row === undefined) return refuse('trade_not_found', { field });
  if (row.status !== 'pending' || !isCancellable(row, facts))
    return refuse('order_not_cancellable', { field });
  if (facts.head(row.symbol)?.lagging === true || isEnding(row, facts)) return refuse('busy');
  const { answer, effects } = takeBack(row, order.instruments, facts);
  return ok({ answer, ...effects });
}

/** Finds the order by its number, or a resting order by the customer's own name for it. */
export function orderNamed({ id, clientOrderId }: Pick<Cancellation, 'id' | 'clientOrderId'>, facts: Facts) {
  if (id !== undefined) return { row: facts.row(positions, id), field: 'id' };
  const row = facts
    .openRows(positions)
    .find((one) => one.status === 'pending' && one.clientOrderId === clientOrderId);
  return { row, field: 'client_order_id' };
}

/**
 * Cancels orders. A cancellation follows the rule for market orders: it takes effect immediately if the newest entry is fresh,
 * and otherwise at the first quote made after the request. Before that quote, the order may still open. If no quote arrives for a
 * minute after the request, a repeated request cancels the order immediately.
 */
function takeBack(
  before: PositionRow,
  instruments: Instruments,
  facts: Facts,
): { readonly answer: Cancelled; readonly effects: WithoutAnswer } {
  const instrument = instrumentOf(before, instruments);
  const id = before.id.toString();
  const cancel = before.cancel ?? askedNow(before, facts);
  if (isAtOnce(before, facts)) {
    const effects = cancelOne(before, { instrument, facts, reason: 'customer', cancel });
    return { answer: { id, status: 'cancelled' }, effects };
  }
  const answer = { id, status: before.status };
  if (before.cancel !== null) return { answer, effects: {} };
  const asked = arm({ ...before, cancel }, { instrument, before, seqOf: headSeqOf(facts) });
  const event = positionEvent(asked.row, instrument);
  return { answer, effects: { puts: [put(positions, asked.row)], armings: asked.armings, events: [event] } };
}

function isAtOnce({ type, symbol, cancel }: PositionRow, facts: Facts): boolean {
  if (type === 'market') return true;
  if (cancel !== null) return facts.nowMs - cancel.cancelMs > LIMITS.trading.fillWaitMarketMs;
  return isFresh(symbol, facts);
}

function askedNow({ symbol }: PositionRow, facts: Facts): AskedCancel {
  const head = facts.head(symbol);
  return { cancelMs: facts.nowMs, cancelSeq: head?.seq ?? 0n, cancelAgeMs: head?.fillAgeMs ?? 0 };
}

/**
 * Whether an entry can no longer open the order. Either the entry was made after the cancellation request, which takes effect at
 * that entry, or it arrived so late that a repeated request would already have cancelled the order. Without the second condition,
 * a customer could choose whether to accept the prices of a very late feed.
 */
export function isTakenBack({ cancel }: PositionRow, entry: TapeEntry): boolean {
  if (cancel === null || entry.seq <= cancel.cancelSeq) return false;
  const isCounting = isAwaited({ armedSeq: cancel.cancelSeq, sinceMs: cancel.cancelMs }, entry);
  return isCounting || entry.timeMs - cancel.cancelMs > LIMITS.trading.fillWaitMarketMs;
}

/**
 * Whether the order can be cancelled. A market order that waits for its price can't, because the customer could otherwise watch
 * the market and then decide. Once it is too late for the order to open, it can.
 */
function isCancellable({ type, createdMs }: PositionRow, { nowMs }: Facts): boolean {
  return type !== 'market' || nowMs - createdMs > LIMITS.trading.fillWaitMarketMs;
}

/**
 * Whether the newest entry has already reached the order's expiry. The order then expires at that entry, and the customer can't
 * cancel it later.
 */
function isEnding({ symbol, expiresMs }: PositionRow, facts: Facts): boolean {
  const head = facts.head(symbol);
  return expiresMs !== null && head !== undefined && head.timeMs >= expiresMs;
}

export type CancelAllOrder = {
  readonly symbol: string | undefined;
  readonly product: PositionRow['product'] | undefined;
  readonly instruments: Instruments;
  /** False if a rule that the customer set earlier cancels the order. Such a cancellation is never refused. */
  readonly isAsked?: boolean;
};

export function decideCancelAll(order: CancelAllOrder, facts: Facts): Decision<Cancelled[], 'busy'> {
  const rows = facts
    .openRows(positions)
    .filter(
      (row) =>
        row.status === 'pending' &&
        isCancellable(row, facts) &&
        !isEnding(row, facts) &&
        (order.symbol === undefined || row.symbol === order.symbol) &&
        (order.product === undefined || row.product === order.product),
    );
  if (order.isAsked !== false && rows.some((row) => facts.head(row.symbol)?.lagging === true))
    return refuse('busy');
  const all = rows.map((row) => takeBack(row, order.instruments, facts));
  return ok({
    answer: all.map(({ answer }) => answer),
    ...together(all.map(({ effects }) => effects)),
  });
}

/** Cancels a resting order at the newest entry, or at the entry that fired, and releases its frozen amount. */
export function cancelOne(
  before: PositionRow,
  how: {
    instrument: ContractInstrument;
    facts: Facts;
    reason: 'customer' | 'start_over' | 'expired' | RefusalCode;
    /** The entry that fired a trigger: the order would have opened there, or the cancellation takes effect there. */
    entry?: Pick<TapeEntry, 'seq'>;
    /** Set if the customer has just requested the cancellation. */
    cancel?: AskedCancel;
  },
): WithoutAnswer {
  const { instrument, facts, reason } = how;
  const cancelled: PositionRow = {
    ...before,
    status: 'cancelled',
    reason,
    margin: 0n,
    cancel: how.cancel ?? before.cancel,
    endedSeq: how.entry?.seq ?? headSeqOf(facts)(before.symbol),
    updatedMs: facts.nowMs,
    closedMs: facts.nowMs,
  };
  const { row, armings } = arm(cancelled, { instrument, before, seqOf: headSeqOf(facts) });
  return {
    journals: before.margin === 0n ? [] : [releaseJournal(before)],
    puts: [put(positions, row)],
    // A limit trigger that has just fired is no longer in the engine. After a customer's cancellation it still is, and must be removed.
    // An order with an expiry also has a time trigger; if it stayed, the market would record gaps for it.
    armings: how.entry === undefined || reason === 'customer' || before.expiresMs !== null ? armings : [],
    events: [positionEvent(row, instrument)],
  };
}

export function together(all: readonly WithoutAnswer[]): WithoutAnswer {
  return {
    journals: all.flatMap((effects) => effects.journals ?? []),
    puts: all.flatMap((effects) => effects.puts ?? []),
    armings: all.flatMap((effects) => effects.armings ?? []),
    counts: all.flatMap((effects) => effects.counts ?? []),
    owes: all.some((effects) => effects.owes === true),
    events: all.flatMap((effects) => effects.events ?? []),
  };
}
