/**
 * Watches the running server's books: once a minute it evaluates the cheap invariants, which read balances and open rows but no
 * history. A breach is recorded and logged, and while one is open, the database blocks withdrawals.
 */
import type { Connection, Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { ask } from './invariants.ts';
import type { Breach, Invariant } from './invariants.ts';

const EVERY_MS = 60_000;
/** A check that takes longer is logged as a failure. */
const AT_MOST_MS = 10_000;
/** At most this many breaches are recorded per check; the complete audit finds the others. */
const WRITTEN_MAX = 20;

type WatchDeps = {
  readonly pool: Pool;
  /** Their cost does not grow with the age of the ledger. */
  readonly invariants: readonly Invariant[];
  /** The wall clock. */
  readonly now: () => number;
  readonly tell: (text: string, error?: unknown) => void;
  readonly everyMs?: number;
};

/** Returns the current breaches, or none if another process is checking. */
export async function askBooks({
  pool,
  invariants,
  now,
}: Pick<WatchDeps, 'pool' | 'invariants' | 'now'>): Promise<readonly Breach[]> {
  return inTransaction(pool, async (connection) => {
    // Only one process checks at a time. No other code locks this row.
    const free = await connection.query('select from books_watch for update skip locked');
    if (free.rowCount === 0) return [];
    await connection.query(`set local statement_timeout = ${AT_MOST_MS}`);
    const found = await ask(connection, invariants);
    await keep(connection, found.slice(0, WRITTEN_MAX), now());
    await connection.query('update books_watch set asked_ms = $1', [now()]);
    return found;
  });
}

/** A breach is one row, from its detection until a check finds that the invariant holds again. */
async function keep(connection: Connection, found: readonly Breach[], nowMs: number): Promise<void> {
  const details = found.map(({ invariant, detail }) => `${invariant}\n${detail}`);
  await connection.query(
    `update books_breach set cleared_ms = $1 where cleared_ms is null and invariant || chr(10) || detail <> all ($2::text[])`,
    [nowMs, details],
  );
  for (const { invariant, detail } of found.slice(0, WRITTEN_MAX)) {
    await connection.query(
      `insert into books_breach (invariant, detail, found_ms) select $1, $2, $3
        where not exists (select from books_breach where cleared_ms is null and invariant = $1 and detail = $2)`,
      [invariant, detail, nowMs],
    );
  }
}

export type BooksWatch = { stop(): void };

export function watchBooks(deps: WatchDeps): BooksWatch {
  const look = async (): Promise<void> => {
    try {
      const found = await askBooks(deps);
      for (const { invariant, detail } of found) {
        deps.tell(`books: breach of ${invariant} (${detail}); withdrawals are paused`);
      }
    } catch (error) {
      deps.tell('books: failed to check the invariants (retrying in a minute)', error);
    }
  };
  const timer = setInterval(() => void look(), deps.everyMs ?? EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function openBreaches(pool: Pick<Pool, 'query'>): Promise<(Breach & { foundMs: number })[]> {
  const found = await pool.query<{ invariant: string; detail: string; found_ms: string }>(
    'select b.invariant, b.detail, b.found_ms from books_breach b where b.cleared_ms is null order by b.id limit 20',
  );
  return found.rows.map(({ invariant, detail, found_ms }) => ({
    invariant,
    detail,
    foundMs: Number(found_ms),
  }));
}
