/**
 * The running server's own look at its books: every minute the invariants that cost little are asked, whose statements read accounts and
 * what is open and no history. A breach is written down and told, and while one is open the database lets no withdrawal go on.
 */
import type { Connection, Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { ask } from './invariants.ts';
import type { Breach, Invariant } from './invariants.ts';

const EVERY_MS = 60_000;
/** Asking costs no more of a minute than this; what takes longer is told as trouble. */
const AT_MOST_MS = 10_000;
/** So many of a look are written down; whoever puts them right asks the whole audit. */
const WRITTEN_MAX = 20;

type WatchDeps = {
  readonly pool: Pool;
  /** What is asked: each costs little however old the house is. */
  readonly invariants: readonly Invariant[];
  /** Wall clock. */
  readonly now: () => number;
  readonly tell: (text: string, error?: unknown) => void;
  readonly everyMs?: number;
};

/** Asks once; what is wrong by now, or nothing where another process is asking. */
export async function askBooks({
  pool,
  invariants,
  now,
}: Pick<WatchDeps, 'pool' | 'invariants' | 'now'>): Promise<readonly Breach[]> {
  return inTransaction(pool, async (connection) => {
    // Of several processes one asks at a time; nobody but who watches can lock this row.
    const free = await connection.query('select from books_watch for update skip locked');
    if (free.rowCount === 0) return [];
    await connection.query(`set local statement_timeout = ${AT_MOST_MS}`);
    const found = await ask(connection, invariants);
    await keep(connection, found.slice(0, WRITTEN_MAX), now());
    await connection.query('update books_watch set asked_ms = $1', [now()]);
    return found;
  });
}

/** A breach is one row from when it was found until the books were asked and hold. */
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
      deps.tell('books: could not be asked (asking again in a minute)', error);
    }
  };
  const timer = setInterval(() => void look(), deps.everyMs ?? EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** What is wrong now, as the last look found it. */
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
