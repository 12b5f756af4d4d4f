/**
 * The guard. It evaluates the invariants with a separate database login, and reports its findings to the database, which then
 * freezes payouts and new trades (`server/schema/34-guard.sql`). Each run evaluates the quick invariants, and as many of the
 * others as the run's time allows, but at least one. The database determines which of them are due.
 */
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { ask } from '../ledger/invariants.ts';
import type { Breach, Invariant } from '../ledger/invariants.ts';
import { booksOf } from './breach-books.ts';

const EVERY_MS = 60_000;
/** After a failure the next run starts sooner, because payouts stop after three minutes without a run. */
const AGAIN_AFTER_MS = 10_000;
/** After the database has restarted, payouts wait for a run, so it starts soon. */
const AFTER_LOST_CONNECTION_MS = 2_000;
/** When a run has taken this long, it starts no further invariant that reads history, unless it has not evaluated one yet. */
const HISTORY_FOR_MS = 5_000;
/** The time limit of an invariant. For one that reads history, the limit doubles each time that it is exceeded. */
const AT_MOST_MS = 20_000;
/** The maximum limit of an invariant that reads history. It ensures that a run ends before payouts stop for lack of one. */
const HISTORY_AT_MOST_MS = 60_000;
/**
 * The maximum number of breaches reported per invariant; the complete audit finds the others. The books that the others concern
 * are reported with the last one, so that nobody with a conflict of interest in any of them can release the freeze.
 */
const REPORTED_MAX = 20;
const BOOKS_MAX = 10_000;
const ERROR_MAX = 500;
/** PostgreSQL's code of a statement that took too long. */
const CANCELED = '57014';

export type GuardDeps = {
  readonly pool: Pool;
  readonly invariants: readonly Invariant[];
  readonly tell: (text: string, error?: unknown) => void;
  /** A monotonic time in milliseconds, which nobody can set. The database compares it with its own clock. */
  readonly now: () => number;
};

type Due = { readonly invariant: string; readonly timeouts: number };
type Begun = { readonly run: string; readonly atMs: number };

class Findings {
  readonly asked: string[] = [];
  readonly failed: { readonly invariant: string; readonly error: string; readonly isLate: boolean }[] = [];
  readonly breaches: Breach[] = [];
  /** The books that each breach concerns. */
  readonly about: (readonly string[])[] = [];

  add(found: readonly Breach[]): void {
    const reported = found.slice(0, REPORTED_MAX);
    for (const [at, breach] of reported.entries()) {
      const named = at + 1 === REPORTED_MAX ? found.slice(at) : [breach];
      const books = new Set(named.flatMap(({ detail }) => booksOf(detail)));
      this.about.push([...books].slice(0, BOOKS_MAX));
    }
    this.breaches.push(...reported);
  }
}

export class GuardRound {
  readonly #byName = new Map<string, Invariant[]>();
  readonly #deps: GuardDeps;
  #before: Begun | undefined;

  constructor(deps: GuardDeps) {
    this.#deps = deps;
    for (const one of deps.invariants) {
      this.#byName.set(one.invariant, [...(this.#byName.get(one.invariant) ?? []), one]);
    }
  }

  /** Evaluates and reports once. Returns the breaches found. */
  async run(): Promise<readonly Breach[]> {
    const { pool, now, tell } = this.#deps;
    const { run, due } = await this.#begin();
    const beganMs = now();
    const findings = new Findings();
    for (const [name, parts] of this.#byName) {
      if (isQuick(parts)) await this.#evaluate(findings, { name, atMostMs: AT_MOST_MS });
    }
    for (const [turn, { invariant, timeouts }] of due.entries()) {
      if (turn > 0 && now() - beganMs > HISTORY_FOR_MS) break;
      const atMostMs = Math.min(AT_MOST_MS * 2 ** Math.min(timeouts, 10), HISTORY_AT_MOST_MS);
      await this.#evaluate(findings, { name: invariant, atMostMs });
    }
    await report(pool, run, findings);
    for (const { invariant, detail } of findings.breaches) {
      tell(`guard: breach of ${invariant} (${detail}); payouts and new trades are frozen`);
    }
    return findings.breaches;
  }

  async #begin(): Promise<{ readonly run: string; readonly due: readonly Due[] }> {
    const { pool, now } = this.#deps;
    const atMs = now();
    const names = [...this.#byName];
    const rows = await inTransaction(pool, async (connection) => {
      await connection.query('set transaction read write');
      const found = await connection.query<{ run: string } & (Due | { invariant: null })>(
        'select run, invariant, timeouts from guard_begins($1, $2, $3, $4)',
        [
          names.map(([name]) => name),
          names.map(([, parts]) => isQuick(parts)),
          this.#before?.run ?? null,
          this.#before === undefined ? null : Math.round(atMs - this.#before.atMs),
        ],
      );
      return found.rows;
    });
    const run = rows[0]?.run;
    if (run === undefined) throw new Error('expected the number of a run, found none');
    this.#before = { run, atMs };
    return { run, due: rows.filter((row) => row.invariant !== null) };
  }

  /** An invariant that can't be evaluated is reported as such, and doesn't hide breaches of others. */
  async #evaluate(
    findings: Findings,
    { name, atMostMs }: { readonly name: string; readonly atMostMs: number },
  ): Promise<void> {
    const { pool, tell } = this.#deps;
    try {
      findings.add(await breachesOf(pool, this.#byName.get(name) ?? [], atMostMs));
      findings.asked.push(name);
    } catch (error) {
      const { code = '' } = error as { readonly code?: string };
      const text = String(error instanceof Error ? error.message : error).slice(0, ERROR_MAX);
      findings.failed.push({ invariant: name, error: text, isLate: code === CANCELED });
      tell(`guard: failed to evaluate ${name} (retrying)`, error);
    }
  }
}

const isQuick = (parts: readonly Invariant[]): boolean => parts.some(({ quick }) => quick === true);

/** Evaluates invariants in a read-only transaction with a time limit. */
function breachesOf(pool: Pool, parts: readonly Invariant[], atMostMs: number): Promise<Breach[]> {
  return inTransaction(pool, async (connection) => {
    await connection.query(`set local statement_timeout = ${atMostMs}`);
    return ask(connection, parts);
  });
}

/**
 * Apart from recording the start of a run, this is the only statement of the guard that writes. Its login can execute no other.
 */
function report(pool: Pool, run: string, { asked, failed, breaches, about }: Findings): Promise<void> {
  const inOrder = [...failed.filter(({ isLate }) => !isLate), ...failed.filter(({ isLate }) => isLate)];
  const namesOf = (isLate: boolean) =>
    inOrder.filter((one) => one.isLate === isLate).map(({ invariant }) => invariant);
  return inTransaction(pool, async (connection) => {
    await connection.query('set transaction read write');
    await connection.query('select guard_ran($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...[run, asked, namesOf(false), namesOf(true), inOrder.map(({ error }) => error)],
      breaches.map(({ invariant }) => invariant),
      breaches.map(({ detail }) => detail),
      about.map((books) => `{${books.join(',')}}`),
    ]);
  });
}

export type Guard = { stop(): Promise<void> };

export type GuardOptions = Omit<GuardDeps, 'pool'> & {
  readonly url: string;
  readonly everyMs?: number;
};

/** Runs immediately, and then every minute. */
export function startGuard({ url, everyMs = EVERY_MS, ...deps }: GuardOptions): Guard {
  const pool = createPool(url, {
    max: 1,
    auditing: true,
    onError: (error) => {
      deps.tell('guard: lost a connection', error);
      // A run in progress notices the lost connection itself.
      if (!running) next(Math.min(AFTER_LOST_CONNECTION_MS, everyMs));
    },
  });
  const round = new GuardRound({ ...deps, pool });
  let stopped = false;
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const next = (afterMs: number): void => {
    clearTimeout(timer);
    running = false;
    if (stopped) return;
    timer = setTimeout(() => {
      running = true;
      turn = round.run().then(
        () => next(everyMs),
        (error: unknown) => {
          deps.tell('guard: failed to check the books (retrying)', error);
          next(Math.min(AGAIN_AFTER_MS, everyMs));
        },
      );
    }, afterMs);
  };
  next(0);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
      await pool.end();
    },
  };
}
