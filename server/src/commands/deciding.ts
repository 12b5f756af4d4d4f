/**
 * Decides the commands of a loaded batch in order, each on the state that the previous ones left. The only I/O is that a short
 * slot of the house is refilled, by a function that is passed in, so that a recorded batch can be decided again anywhere
 * (`replay.ts`).
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { Accepted } from './accepted.ts';
import type { BatchNotes } from './batch-notes.ts';
import type { Decision, Effects } from './command.ts';
import { AloneNeeded, CommandFacts, DrawNeeded, heldBy, mergeEffects } from './facts.ts';
import type { BatchFacts, BookFacts, Publication } from './facts.ts';
import type { Loaded, StoredAnswer } from './load.ts';
import type { Waiting } from './queue.ts';
import { receiptAgain } from './receipts.ts';
import type { AcceptedOrder } from './receipts.ts';
import type { ActingRow, AnswerRow } from './record.ts';

/** Refills a slot that is short. */
export type Draw = (short: DrawNeeded, waiting: Waiting) => Promise<void>;

type Given = {
  readonly batch: readonly Waiting[];
  readonly loaded: Loaded;
  readonly draw: Draw;
  readonly notes?: BatchNotes | undefined;
};

export async function decideBatch({ batch, loaded, draw, notes }: Given): Promise<BatchDone> {
  const { facts, answers } = loaded;
  const done = new BatchDone();
  // A command for which the house lacks money is decided again after all others, because they may bring in the money.
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
      const asked = waiting.submission.order;
      // A repeated answer includes the receipt as well. Otherwise a device could not distinguish it from the answer of a platform
      // that withholds the receipt.
      if (asked !== undefined && stored.receipt !== undefined && stored.bodyHash === bodyHash)
        asked.receipt = receiptAgain(stored.receipt);
      done.answered.push({ waiting, outcome: repeated(stored, bodyHash) });
      continue;
    }
    // A receipt from an earlier attempt is void: no earlier batch committed the command, because its book was locked only after
    // those batches had ended.
    delete waiting.submission.order?.receipt;
    const prev = book.seq;
    const mayOwe = () =>
      at >= batch.length || order.slice(at + 1).some((next) => next.submission.book === bookId);
    const idsBefore = facts.ids.length;
    const decided = await decideWithHouse(draw, { waiting, facts, book, mayOwe });
    if (decided === 'alone') {
      // Later commands for the same book wait behind this one.
      waiting.alone = true;
      held.add(bookId);
      done.deferred.push(waiting);
      notes?.deferred(waiting);
      continue;
    }
    notes?.decided(waiting, { decided, ids: facts.ids.slice(idsBefore) });
    if (decided === 'owes') order.push(waiting);
    else if ('bug' in decided) done.failed.push({ waiting, error: decided.bug });
    else done.take(decided, waiting, book, prev);
  }
  return done;
}

/** The results of a batch. */
export class BatchDone {
  readonly answered: { waiting: Waiting; outcome: unknown }[] = [];
  readonly failed: { waiting: Waiting; error: Error }[] = [];
  readonly deferred: Waiting[] = [];
  readonly publications: Publication[] = [];
  readonly fresh: AnswerRow[] = [];
  readonly acting = new Map<string, ActingRow>();
  readonly orders: AcceptedOrder[] = [];
  #changed = false;

  /** Adds a command's decision, with its effects on the book, to the batch. */
  take({ outcome, answer, effects }: Answered, waiting: Waiting, book: BookFacts, prev: bigint): void {
    const { book: bookId, key, bodyHash, acting: by, order } = waiting.submission;
    const { keepsNoAnswer = false, freshKey = false } = waiting.submission;
    if (effects !== undefined && book.seq !== prev) {
      const { events = [], journals = [] } = effects;
      this.publications.push({ book: bookId, prev, seq: book.seq, events, moneyMoved: journals.length > 0 });
    }
    this.answered.push({ waiting, outcome });
    // A refusal that requests a retry with the same key must not be stored as the answer for the key.
    if (answer !== undefined && !keepsNoAnswer) {
      const isAccepted = order !== undefined && effects !== undefined;
      const place = isAccepted ? this.orders.push({ book: bookId, order, answer, freshKey }) - 1 : null;
      this.fresh.push({ book: bookId, key, bodyHash, answer, place, freshKey });
    }
    if (effects === undefined) return;
    this.#changed ||= isChange(effects);
    if (by !== undefined) this.acting.set(`${bookId} ${by.session} ${by.key ?? ''}`, { book: bookId, ...by });
  }

  isRecorded(): boolean {
    return this.#changed || this.fresh.length > 0;
  }
}

function isChange(effects: Effects<unknown>): boolean {
  const { journals = [], puts = [], appends = [], armings = [], counts = [], events = [] } = effects;
  return [journals, puts, appends, armings, counts, events].some((part) => part.length > 0);
}

/** Returns the stored answer to a repeated request, or a refusal if the key was used by a different request. */
export function repeated(stored: StoredAnswer, bodyHash: string): unknown {
  return stored.bodyHash === bodyHash
    ? JSON.parse(stored.answer)
    : refuse('key_reused', { field: 'Idempotency-Key' });
}

type Deciding = {
  waiting: Waiting;
  facts: BatchFacts;
  book: BookFacts;
  /** Whether the house may owe an amount that it can't pay at present. If not, the command is postponed. */
  readonly mayOwe: () => boolean;
};
type Answered = {
  readonly outcome: unknown;
  /** The answer to store for the key; undefined if a later request with the same key may get a different one. */
  readonly answer: string | undefined;
  readonly effects: Effects<unknown> | undefined;
};
export type Decided = 'owes' | Answered | { readonly bug: Error };

/**
 * Decides a command. If the house's slot is short, refills the slot from the other slots and decides again. An exception that
 * the command throws is a bug in that command alone; an exception that this function throws comes from the database and affects
 * the whole batch.
 */
async function decideWithHouse(draw: Draw, deciding: Deciding): Promise<Decided | 'alone'> {
  for (;;) {
    const decided = decideOnce(deciding);
    if (!(decided instanceof DrawNeeded)) return decided;
    await draw(decided, deciding.waiting);
  }
}

function decideOnce({ waiting, facts, book, mayOwe }: Deciding): Decided | 'alone' | DrawNeeded {
  const { command, input } = waiting.submission;
  try {
    const decision: Decision<unknown, string> = command.decide(input, new CommandFacts(facts, book));
    if (!decision.ok) {
      const answer = decision.refusal.code === 'busy' ? undefined : JSON.stringify(decision);
      return { outcome: decision, answer, effects: undefined };
    }
    if (decision.value.owes === true && !mayOwe()) return 'owes';
    const outcome = new Accepted(decision.value.answer);
    mergeEffects(facts, book, decision.value);
    return { outcome, answer: outcome.stored, effects: decision.value };
  } catch (error) {
    if (error instanceof DrawNeeded) return error;
    if (error instanceof AloneNeeded) return 'alone';
    return { bug: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Returns the slot's state in memory. If the batch has not read the slot, it starts out empty. */
export function slotOf(facts: BatchFacts, { account, currency }: DrawNeeded) {
  const key = `${account} ${currency}`;
  let known = facts.house.get(key);
  if (known === undefined) {
    known = { account, currency, amount: 0n, inDatabase: 0n, stored: false };
    facts.house.set(key, known);
  }
  return known;
}

/** Adopts the amount (decimal) that the database has in the slot after a refill. */
export function takeDrawn(facts: BatchFacts, short: DrawNeeded, amount: string): void {
  const known = slotOf(facts, short);
  const drawn = fromNumeric(amount);
  known.amount += drawn - known.inDatabase;
  known.inDatabase = drawn;
  known.stored = true;
  if (heldBy(short.account, known.amount) >= short.needed) return;
  const key = `${short.account} ${short.currency}`;
  facts.exhausted.add(`${key} ${short.needed}`);
  facts.gathered.add(key);
}
