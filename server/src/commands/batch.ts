/** A batch whose facts are loaded: decide each command in order over what the ones before left, record, commit. */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { Connection } from '../db/pool.ts';
import { drawSql } from '../ledger/balances.ts';
import type { Decision, Effects } from './command.ts';
import { AloneNeeded, CommandFacts, DrawNeeded, heldBy, mergeEffects } from './facts.ts';
import type { BatchFacts, BookFacts, Publication } from './facts.ts';
import type { Loaded, StoredAnswer } from './load.ts';
import type { Waiting } from './queue.ts';
import { record } from './record.ts';
import type { ActingRow, AnswerRow } from './record.ts';

/** How many commands like the one that is short a slot is filled for. */
const DRAWN_AHEAD = 256n;

export type BatchResult = {
  /** What to answer, to be sent only now that the commit is known. */
  readonly answered: readonly { waiting: Waiting; outcome: unknown }[];
  /** Bugs: the command failed alone, and nothing of it was written. */
  readonly failed: readonly { waiting: Waiting; error: Error }[];
  /** Commands whose book somebody else holds locked. */
  readonly deferred: readonly Waiting[];
  readonly publications: readonly Publication[];
  readonly armed: boolean;
};

export type LoadedBatch = {
  readonly batch: readonly Waiting[];
  readonly loaded: Loaded;
  /** The process's own slot of the house's accounts. */
  readonly slot: number;
};

export async function runBatch(
  connection: Connection,
  { batch, loaded, slot }: LoadedBatch,
): Promise<BatchResult> {
  const { facts, answers } = loaded;
  const done = new BatchDone();
  // What the house lacks money for is decided again behind everything else, whose payments may bring it.
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
      // Its book's later commands stay behind it.
      waiting.alone = true;
      held.add(bookId);
      done.deferred.push(waiting);
    } else if ('bug' in decided) done.failed.push({ waiting, error: decided.bug });
    else done.take(decided, waiting, book, prev);
  }

  if (done.isRecorded()) {
    await record(connection, facts, { answers: done.fresh, acting: [...done.acting.values()], slot });
  } else await connection.query('rollback');
  const { answered, failed, deferred, publications } = done;
  return { answered, failed, deferred, publications, armed: facts.armings.length > 0 };
}

/** What a batch came to so far. */
class BatchDone {
  readonly answered: { waiting: Waiting; outcome: unknown }[] = [];
  readonly failed: { waiting: Waiting; error: Error }[] = [];
  readonly deferred: Waiting[] = [];
  readonly publications: Publication[] = [];
  /** Answers to be stored under their keys. */
  readonly fresh: AnswerRow[] = [];
  readonly acting = new Map<string, ActingRow>();
  #changed = false;

  /** Takes what was decided on a book that stood at `prev`. */
  take({ outcome, answer, effects }: Answered, waiting: Waiting, book: BookFacts, prev: bigint): void {
    const { book: bookId, key, bodyHash, keepsNoAnswer = false, acting: by } = waiting.submission;
    if (effects !== undefined && book.seq !== prev) {
      const { events = [], journals = [] } = effects;
      this.publications.push({ book: bookId, prev, seq: book.seq, events, moneyMoved: journals.length > 0 });
    }
    this.answered.push({ waiting, outcome });
    // A refusal that says "again, with the same key" must not become that key's answer.
    if (answer !== undefined && !keepsNoAnswer) this.fresh.push({ book: bookId, key, bodyHash, answer });
    if (effects === undefined) return;
    this.#changed ||= isChange(effects);
    if (by !== undefined) this.acting.set(`${bookId} ${by.session}`, { book: bookId, ...by });
  }

  /** Whether anything is to be written. */
  isRecorded(): boolean {
    return this.#changed || this.fresh.length > 0;
  }
}

function isChange(effects: Effects<unknown>): boolean {
  const { journals = [], puts = [], appends = [], armings = [], counts = [], events = [] } = effects;
  return [journals, puts, appends, armings, counts, events].some((part) => part.length > 0);
}

/** The answer to a request that was answered before, or that another one took the key of. */
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
  /** Whether what the house cannot pay may stay owed; elsewhere the command is put off. */
  mayOwe: boolean;
};
type Answered = {
  readonly outcome: unknown;
  /** What is stored under the key; absent where the same key may bring another answer. */
  readonly answer: string | undefined;
  readonly effects: Effects<unknown> | undefined;
};
type Decided = 'owes' | 'alone' | Answered | { readonly bug: Error };

/**
 * Decides; where the house's slot is short, fills it from the other slots first and decides again. What a command throws
 * is its own bug; what this throws is the database's, and concerns the whole batch.
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
 * Moves what is missing into the process's own slot. The database knows the slot as it was before this batch, memory
 * what the batch did to it since, so the missing part is asked for on top of what the database has.
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
  // Drawing locks the other slots' rows, so more is taken than this one command needs.
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
