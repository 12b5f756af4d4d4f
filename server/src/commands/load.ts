/**
 * Starts a transaction and loads everything that a batch needs. The locks of the books come first. Then come stored answers,
 * balances, shared counters, rows and the house's slot; last, the clock and the tape heads. They are separate statements, so
 * that each sees what was committed before the locks were granted. All queries are sent in one round trip.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import { fillsAtNewest } from '@candor/domain/trading/fill.ts';
import type { Connection } from '../db/pool.ts';
import { aheadOf, readHeads } from '../quotes/heads.ts';
import { ask } from './asking.ts';
import type { TextRow } from '../db/statements.ts';
import type { AskOptions, TableRows } from './asking.ts';
import { BatchFacts, BookFacts } from './facts.ts';
import { readFiringLag } from './firing-lag.ts';
import { collect } from './needs.ts';
import type { Waiting } from './queue.ts';
import { readStoredReceipt } from './receipts.ts';
import type { StoredReceipt } from './receipts.ts';

export type StoredAnswer = {
  readonly bodyHash: string;
  readonly answer: string;
  /** Absent unless the answer accepted an order with a receipt. */
  readonly receipt?: StoredReceipt | undefined;
};
type Asked = Awaited<ReturnType<typeof ask>>;
/** The rows that the database returned, as text. The facts are read from them. */
export type Found = Omit<Asked, 'lag'>;
export type Loaded = {
  readonly facts: BatchFacts;
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  readonly found: Found;
};

/** Facts that don't come from the database. */
export type Beside = {
  readonly newId: () => bigint;
  /** Wall clock. */
  readonly wallMs: number;
  /** Whether no other batch can raise a tally. */
  readonly alone: boolean;
  readonly lagging: (symbol: string) => boolean;
  /** Whether the published terms allow no new orders for a symbol. */
  readonly closed: (symbol: string, wallMs: number) => boolean;
};

export type LoadOptions = Omit<AskOptions, 'asksLag'> &
  Pick<Beside, 'newId' | 'lagging' | 'closed'> & {
    /** If the lag in the database exceeds this, firings count as behind. If undefined, the lag is not read. */
    readonly firingLagMaxMs: number | undefined;
    /** Returns the epoch in which this process leads, if it does. Its own engine then decides. */
    readonly ownEpoch: () => bigint | undefined;
    /**
     * The wall clock. Decisions are dated by the house's time; the database says how far that is ahead of this clock.
     */
    readonly wallNow: () => number;
  };

export async function load(
  connection: Connection,
  batch: readonly Waiting[],
  options: LoadOptions,
): Promise<Loaded> {
  const needs = collect(batch);
  const { newId, closed, firingLagMaxMs } = options;
  const found = await ask(connection, needs, { ...options, asksLag: firingLagMaxMs !== undefined });
  const lagging = laggingBy(found, options);
  const wallMs = options.wallNow() + aheadOf(found.heads);
  const facts = factsOf(found, { newId, lagging, closed, wallMs, alone: needs.alone });
  const answers = new Map(
    found.answers.map(([book, key, bodyHash, answer, ...receipt]) => [
      `${book} ${key}`,
      { bodyHash: bodyHash as string, answer: answer as string, receipt: readStoredReceipt(receipt) },
    ]),
  );
  return { facts, answers, found };
}

/**
 * Returns a function that decides whether a symbol is lagging: by this process's own engine if the database says that this
 * process leads, and otherwise by the lag that the leader reported to the database.
 */
function laggingBy({ lag }: Asked, { firingLagMaxMs, ownEpoch, lagging }: LoadOptions): Beside['lagging'] {
  if (firingLagMaxMs === undefined) return lagging;
  const { epoch, lagMs } = readFiringLag(lag);
  if (epoch !== undefined && epoch === ownEpoch()) return lagging;
  return (symbol) => lagMs(symbol) > firingLagMaxMs;
}

/** Builds the facts from the rows that the database returned, or from a record of them. */
export function factsOf(found: Omit<Found, 'answers'>, beside: Beside): BatchFacts {
  const facts = new BatchFacts(beside.newId);
  facts.alone = beside.alone;
  for (const [id, seq] of found.locked) {
    facts.books.set(BigInt(id as string), new BookFacts(BigInt(id as string), BigInt(seq as string)));
  }
  takeBalances(facts, found);
  takeTables(facts, found.tables);
  for (const [name, value] of found.counters) {
    facts.counters.set(name as string, { locked: fromNumeric(value as string), by: 0n, raised: 0n });
  }
  const { nowMs, cancelOnly, stops, heads } = readHeads(found.heads);
  facts.nowMs = nowMs;
  facts.cancelOnly = cancelOnly;
  facts.stops = stops;
  facts.wallMs = beside.wallMs;
  for (const head of heads) {
    const { symbol } = head;
    const closed = beside.closed(symbol, facts.wallMs);
    // A gap entry repeats a quote's prices but is not a quote, however recent it is.
    const isGap = head.quoted !== undefined;
    const aged = isGap || !fillsAtNewest(head, { acceptedMs: nowMs, fillAgeMs: head.fillAgeMs });
    facts.heads.set(symbol, { ...head, aged, lagging: beside.lagging(symbol), closed });
  }
  for (const [symbol, timeMs, seq] of found.before)
    facts.seqsBefore.set(`${symbol} ${timeMs}`, BigInt(seq as string));
  return facts;
}

function takeBalances(facts: BatchFacts, found: { balances: TextRow[]; slots: TextRow[] }): void {
  for (const [book, account, currency, amount] of found.balances) {
    facts.books.get(BigInt(book as string))?.balances.set(`${account} ${currency}`, {
      account: account as CustomerAccount,
      currency: currency as string,
      amount: fromNumeric(amount as string),
      stored: true,
    });
  }
  for (const [account, currency, text] of found.slots) {
    const amount = fromNumeric(text as string);
    facts.house.set(`${account} ${currency}`, {
      account: account as HouseAccount,
      currency: currency as string,
      amount,
      inDatabase: amount,
      stored: true,
    });
  }
}

function takeTables(facts: BatchFacts, tables: readonly TableRows[]): void {
  for (const { table, found, counts } of tables) {
    for (const [book, count] of counts) {
      facts.books.get(BigInt(book as string))?.openCounts.set(table, Number(count));
    }
    for (const texts of found) {
      const row: unknown = table.readTexts(texts);
      facts.books
        .get(BigInt(texts[0] as string))
        ?.table(table)
        .set((table.idOf as (row: unknown) => bigint)(row), { row, stored: true, dirty: false });
    }
  }
}
