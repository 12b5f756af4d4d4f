/** A resting order that does not open: its customer cancels it, or it ends because it may not open any more. Pure. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { put } from '../commands/command.ts';
import type { Decision, Effects, Facts } from '../commands/command.ts';
import { LIMITS } from '../limits.ts';
import { arm } from './arming.ts';
import { positionEvent, releaseJournal } from './effects.ts';
import { headSeqOf, instrumentOf } from './market.ts';
import type { Instruments } from './market.ts';
import { positions } from './tables.ts';
import type { PositionRow } from './tables.ts';

type WithoutAnswer = Omit<Effects<never>, 'answer'>;

export type Cancellation = { readonly id: bigint; readonly instruments: Instruments };
export type Cancelled = CallOutput<'POST lever/cancel'>;

export function decideCancel(
  order: Cancellation,
  facts: Facts,
): Decision<Cancelled, CallRefusal<'POST lever/cancel'> | 'busy'> {
  const row = facts.row(positions, order.id);
  if (row === undefined) return refuse('trade_not_found', { field: 'id' });
  if (row.status !== 'pending') return refuse('order_not_cancellable', { field: 'id' });
  if (!isCancellable(row, facts)) return refuse('order_not_cancellable', { field: 'id' });
  if (facts.head(row.symbol)?.lagging === true) return refuse('busy');
  return ok({
    answer: { id: row.id.toString(), status: 'cancelled' },
    ...cancelOne(row, { instrument: instrumentOf(row, order.instruments), facts, reason: 'customer' }),
  });
}

/**
 * An order at market that waits is on its way: whoever could take it back until its price is known would have a look at where
 * the market goes. Once it would be too late for it to open there is nothing to know.
 */
function isCancellable({ type, createdMs }: PositionRow, { nowMs }: Facts): boolean {
  return type === 'limit' || nowMs - createdMs > LIMITS.trading.fillWaitMarketMs;
}

export type CancelAllOrder = {
  readonly symbol: string | undefined;
  readonly product: PositionRow['product'] | undefined;
  readonly instruments: Instruments;
};

export function decideCancelAll(order: CancelAllOrder, facts: Facts): Decision<Cancelled[], 'busy'> {
  const rows = facts
    .openRows(positions)
    .filter(
      (row) =>
        row.status === 'pending' &&
        isCancellable(row, facts) &&
        (order.symbol === undefined || row.symbol === order.symbol) &&
        (order.product === undefined || row.product === order.product),
    );
  if (rows.some((row) => facts.head(row.symbol)?.lagging === true)) return refuse('busy');
  const all = rows.map((row) =>
    cancelOne(row, { instrument: instrumentOf(row, order.instruments), facts, reason: 'customer' }),
  );
  return ok({
    answer: rows.map((row): Cancelled => ({ id: row.id.toString(), status: 'cancelled' })),
    ...together(all),
  });
}

/** Ends a resting order at the newest entry, or at the one that fired, and frees what it froze. */
export function cancelOne(
  before: PositionRow,
  how: {
    instrument: ContractInstrument;
    facts: Facts;
    reason: 'customer' | 'start_over' | RefusalCode;
    /** At which it would have opened, where its trigger has just fired. */
    entry?: Pick<TapeEntry, 'seq'>;
  },
): WithoutAnswer {
  const { instrument, facts, reason } = how;
  const cancelled: PositionRow = {
    ...before,
    status: 'cancelled',
    reason,
    margin: 0n,
    endedSeq: how.entry?.seq ?? headSeqOf(facts)(before.symbol),
    updatedMs: facts.nowMs,
    closedMs: facts.nowMs,
  };
  const { row, armings } = arm(cancelled, { instrument, before, seqOf: headSeqOf(facts) });
  return {
    journals: [releaseJournal(before)],
    puts: [put(positions, row)],
    armings: how.entry === undefined ? armings : [],
    events: [positionEvent(row, instrument)],
  };
}

/** What several rows' ends write, as one. */
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
