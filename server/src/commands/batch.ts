/**
 * Runs a loaded batch. It decides each command in order on the state that the previous ones left, then records the effects and
 * commits.
 */
import { toNumeric } from '@candor/domain/money/amount.ts';
import type { Connection } from '../db/pool.ts';
import { drawSql } from '../ledger/balances.ts';
import { BatchNotes } from './batch-notes.ts';
import type { RecordedCommands } from './batch-notes.ts';
import { decideBatch, slotOf, takeDrawn } from './deciding.ts';
import { heldBy } from './facts.ts';
import type { BatchFacts, DrawNeeded, Publication } from './facts.ts';
import type { Loaded } from './load.ts';
import type { Waiting } from './queue.ts';
import { receiptsOf } from './receipts.ts';
import type { SignReceipts } from './receipts.ts';
import { record } from './record.ts';

/**
 * When a slot is short, it is refilled with enough for this many commands of the current command's amount, which is a few
 * batches. A refill waits for every batch that holds another slot of the account, about three milliseconds under load.
 */
const DRAWN_AHEAD = 1024n;

export type BatchResult = {
  /** The answers, which are sent only after the commit is confirmed. */
  readonly answered: readonly { waiting: Waiting; outcome: unknown }[];
  /** Commands that failed because of a bug; none of their effects was written. */
  readonly failed: readonly { waiting: Waiting; error: Error }[];
  /** Commands whose book is locked by another transaction. */
  readonly deferred: readonly Waiting[];
  readonly publications: readonly Publication[];
  readonly armed: boolean;
};

export type LoadedBatch = {
  readonly batch: readonly Waiting[];
  readonly loaded: Loaded;
  /** The slot of the house accounts that belongs to this lane. */
  readonly slot: number;
  /** Signs receipts; if absent, orders get none. */
  readonly signReceipts?: SignReceipts | undefined;
  /** Which commands are recorded with their facts; undefined if no record is written. */
  readonly records: RecordedCommands | undefined;
};

export async function runBatch(
  connection: Connection,
  { batch, loaded, slot, records, signReceipts }: LoadedBatch,
): Promise<BatchResult> {
  const { facts } = loaded;
  const notes = records === undefined ? undefined : new BatchNotes(batch, records);
  const draw = async (short: DrawNeeded, waiting: Waiting): Promise<void> => {
    const amount = await drawn(connection, { facts, slot, short });
    takeDrawn(facts, short, amount);
    notes?.drew(waiting, short, amount);
  };
  const done = await decideBatch({ batch, loaded, draw, notes });
  if (done.isRecorded()) {
    const { fresh, orders } = done;
    const receipts = signReceipts && receiptsOf(facts, orders, signReceipts);
    const acting = [...done.acting.values()];
    const recorded = notes === undefined ? undefined : () => notes.record(loaded, slot);
    await record(connection, facts, { answers: fresh, acting, slot, receipts, recorded });
  } else await connection.query('rollback');
  const { answered, failed, deferred, publications } = done;
  return { answered, failed, deferred, publications, armed: facts.armings.length > 0 };
}

/**
 * Moves the missing amount into this process's slot, and returns the amount that the slot then holds. The database still has the
 * slot's balance from before the batch, because the batch's effects so far are only in memory. The missing amount is therefore
 * requested on top of the database's balance.
 */
async function drawn(
  connection: Connection,
  { facts, slot, short }: { facts: BatchFacts; slot: number; short: DrawNeeded },
): Promise<string> {
  const { account, currency, needed } = short;
  const known = slotOf(facts, short);
  // Drawing locks the rows of the other slots. Each draw therefore takes more than this command needs, so that draws stay
  // rare.
  const target = heldBy(account, known.inDatabase) + (needed * DRAWN_AHEAD - heldBy(account, known.amount));
  const result = await connection.query<{ amount: string }>(drawSql, [
    account,
    currency,
    slot,
    toNumeric(target),
  ]);
  return (result.rows[0] as { amount: string }).amount;
}
