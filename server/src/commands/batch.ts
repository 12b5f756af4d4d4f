/**
 * Runs a loaded batch: decides each command in order on the state that the previous ones left, then records the effects and
 * commits.
 */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { Connection } from '../db/pool.ts';
import { drawSql } from '../ledger/balances.ts';
import type { Decision, Effects } from './command.ts';
import { AloneNeeded, CommandFacts, DrawNeeded, heldBy, mergeEffects } from './facts.ts';
import type { BatchFacts, BookFacts, Publication } from './facts.ts';
import type { Loaded, StoredAnswer } from './load.ts';
import type { Waiting } from './queue.ts';
import { receiptsOf } from './receipts.ts';
import type { AcceptedOrder, SignReceipts } from './receipts.ts';
import { record } from './record.ts';
import type { ActingRow, AnswerRow } from './record.ts';

/** A refill of a short slot covers this many commands of the current command's amount. */
const DRAWN_AHEAD = 256n;

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
  /** No receipts are made if absent. */
  readonly signReceipts?: SignReceipts | undefined;
};

export async function runBatch(
  connection: Connection,
  { batch, loaded, slot, signReceipts }: LoadedBatch,
): Promise<BatchResult> {
  const { facts, answers } = loaded;
  const done = new BatchDone();
  // A command for which the house lacks money is decided again after all others, because their payments may supply it.
  const order = [...batch];
  const held = new Set<bigint>();
  for (let at = 0; at < order.length; at += 1) {
    const waiting = order[at] as Waiting;
    const { book: bookId, key, bodyHash } = waiting.submission;
    const book = facts.books.get(bookId);
    if (book === undefined || held.has(bookId)) {
      done.deferred.push(waiting);
      continue;
    }
    const stored = answers.get(`${bookId} ${key}`);
    if (stored !== undefined) {
      done.answered.push({ waiting, outcome: repeated(stored, bodyHash) });
      continue;
    }
    const prev = book.seq;
    const mayOwe = at >= batch.length || order.slice(at + 1).some((next) => next.submission.book === bookId);
    const decided = await decideWithHouse(connection, { waiting, facts, book, slot, mayOwe });
    if (decided === 'owes') order.push(waiting);
    else if (decided === 'alone') {
      // Later commands for its book wait behind it.
      waiting.alone = true;
      held.add(bookId);
      done.deferred.push(waiting);
    } else if ('bug' in decided) done.failed.push({ waiting, error: decided.bug });
    else done.take(decided, waiting, book, prev);
  }

  if (done.isRecorded()) {
    const receipts = signReceipts && receiptsOf(facts, done.orders, signReceipts);
    const acting = [...done.acting.values()];
    await record(connection, facts, { answers: done.fresh, acting, slot, receipts });
  } else await connection.query('rollback');
  const { answered, failed, deferred, publications } = done;
  return { answered, failed, deferred, publications, armed: facts.armings.length > 0 };
}

class BatchDone {
  readonly answered: { waiting: Waiting; outcome: unknown }[] = [];
  readonly failed: { waiting: Waiting; error: Error }[] = [];
  readonly deferred: Waiting[] = [];
  readonly publications: Publication[] = [];
  readonly fresh: AnswerRow[] = [];
  readonly acting = new Map<string, ActingRow>();
  readonly orders: AcceptedOrder[] = [];
  #changed = false;

  /** Adds a command's decision to the batch, with its effects on the book. */
  take({ outcome, answer, effects }: Answered, waiting: Waiting, book: BookFacts, prev: bigint): void {
    const { book: bookId, key, bodyHash, keepsNoAnswer = false, acting: by, order } = waiting.submission;
    if (effects !== undefined && book.seq !== prev) {
      const { events = [], journals = [] } = effects;
      this.publications.push({ book: bookId, prev, seq: book.seq, events, moneyMoved: journals.length > 0 });
    }
    this.answered.push({ waiting, outcome });
    // A refusal that requests a retry with the same key must not be stored as the answer for the key.
    if (answer !== undefined && !keepsNoAnswer) {
      const isAccepted = order !== undefined && effects !== undefined;
      const place = isAccepted ? this.orders.push({ book: bookId, order, answer }) - 1 : null;
      this.fresh.push({ book: bookId, key, bodyHash, answer, place });
    }
    if (effects === undefined) return;
    this.#changed ||= isChange(effects);
    if (by !== undefined) this.acting.set(`${bookId} ${by.session}`, { book: bookId, ...by });
  }

  isRecorded(): boolean {
    return this.#changed || this.fresh.length > 0;
  }
}

function isChange(effects: Effects<unknown>): boolean {
  const { journals = [], puts = [], appends = [], armings = [], counts = [], events = [] } = effects;
  return [journals, puts, appends, armings, counts, events].some((part) => part.length > 0);
}

/** Returns the stored answer to a repeated request, or a refusal if the request that used the key was a different one. */
export function repeated(stored: StoredAnswer, bodyHash: string): unknown {
  return stored.bodyHash === bodyHash
    ? JSON.parse(stored.answer)
    : refuse('key_reused', { field: 'Idempotency-Key' });
}

type Deciding = {
  waiting: Waiting;
  facts: BatchFacts;
  book: BookFacts;
  slot: number;
  /** Whether the house may owe an amount that it can't pay. If not, the command is postponed. */
  mayOwe: boolean;
};
type Answered = {
  readonly outcome: unknown;
  /** The answer to store for the key; undefined if a later request with the same key may get a different answer. */
  readonly answer: string | undefined;
  readonly effects: Effects<unknown> | undefined;
};
type Decided = 'owes' | 'alone' | Answered | { readonly bug: Error };

/**
 * Decides a command. If the house's slot is short, refills the slot from the other slots and decides again. An exception that
 * the command throws is a bug in that command alone; an exception that this function throws comes from the database and affects
 * the whole batch.
 */
async function decideWithHouse(connection: Connection, deciding: Deciding): Promise<Decided> {
  const { facts, slot } = deciding;
  for (;;) {
    const decided = decideOnce(deciding);
    if (!(decided instanceof DrawNeeded)) return decided;
    await draw(connection, { facts, slot, short: decided });
  }
}

function decideOnce({ waiting, facts, book, mayOwe }: Deciding): Decided | DrawNeeded {
  const { command, input } = waiting.submission;
  try {
    const decision: Decision<unknown, string> = command.decide(input, new CommandFacts(facts, book));
    if (!decision.ok) {
      const answer = decision.refusal.code === 'busy' ? undefined : JSON.stringify(decision);
      return { outcome: decision, answer, effects: undefined };
    }
    if (decision.value.owes === true && !mayOwe) return 'owes';
    const outcome = { ok: true, value: decision.value.answer };
    const answer = JSON.stringify(outcome);
    mergeEffects(facts, book, decision.value);
    return { outcome, answer, effects: decision.value };
  } catch (error) {
    if (error instanceof DrawNeeded) return error;
    if (error instanceof AloneNeeded) return 'alone';
    return { bug: error instanceof Error ? error : new Error(String(error)) };
  }
}

/**
 * Moves the missing amount into this process's slot. The database still has the slot's balance from before the batch, because
 * the batch's effects exist only in memory so far, so the missing amount is requested on top of the database's balance.
 */
async function draw(
  connection: Connection,
  { facts, slot, short }: { facts: BatchFacts; slot: number; short: DrawNeeded },
): Promise<void> {
  const { account, currency, needed } = short;
  const key = `${account} ${currency}`;
  let known = facts.house.get(key);
  if (known === undefined) {
    known = { account, currency, amount: 0n, inDatabase: 0n, stored: false };
    facts.house.set(key, known);
  }
  // Drawing locks the rows of the other slots, so it takes more than this command needs.
  const target = heldBy(account, known.inDatabase) + (needed * DRAWN_AHEAD - heldBy(account, known.amount));
  const result = await connection.query<{ amount: string }>(drawSql, [
    account,
    currency,
    slot,
    toNumeric(target),
  ]);
  const drawn = fromNumeric((result.rows[0] as { amount: string }).amount);
  known.amount += drawn - known.inDatabase;
  known.inDatabase = drawn;
  known.stored = true;
  if (heldBy(account, known.amount) >= needed) return;
  facts.exhausted.add(`${key} ${needed}`);
  facts.gathered.add(key);
}
