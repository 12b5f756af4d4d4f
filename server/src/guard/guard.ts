/**
 * The guard: evaluates the invariants with a database login of its own, and reports what it found to the database, which freezes
 * payouts and new trades (`server/schema/34-guard.sql`). Each run evaluates the quick invariants, and as many of the others, in
 * turn, as fit into the time of a run.
 */
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { ask } from '../ledger/invariants.ts';
import type { Breach, Invariant } from '../ledger/invariants.ts';

const EVERY_MS = 60_000;
/** After a failure the next run follows sooner, because payouts stop after three minutes without one. */
const AGAIN_AFTER_MS = 10_000;
/** The time of a run after which it begins no further invariant that reads history. */
const HISTORY_FOR_MS = 5_000;
/** An invariant that takes longer is skipped and logged if it reads history; a quick one fails the run. */
const AT_MOST_MS = 20_000;
/** At most this many breaches are reported for each invariant; the complete audit finds the others. */
const REPORTED_MAX = 20;

export type GuardDeps = {
  readonly pool: Pool;
  readonly invariants: readonly Invariant[];
  readonly tell: (text: string, error?: unknown) => void;
  /** In milliseconds, for the time that a run takes. */
  readonly now: () => number;
};

export class GuardRound {
  readonly #quick: readonly Invariant[];
  readonly #others: readonly Invariant[];
  #next = 0;
  readonly #deps: GuardDeps;

  constructor(deps: GuardDeps) {
    this.#deps = deps;
    this.#quick = deps.invariants.filter(({ quick }) => quick === true);
    this.#others = deps.invariants.filter(({ quick }) => quick !== true);
  }

  /** Evaluates and reports once. Returns the breaches found. */
  async run(): Promise<readonly Breach[]> {
    const { pool, now, tell } = this.#deps;
    const beganMs = now();
    const asked: string[] = [];
    const found: Breach[] = [];
    const evaluate = async (one: Invariant): Promise<void> => {
      found.push(...(await breachesOf(pool, one)));
      asked.push(one.invariant);
    };
    for (const one of this.#quick) await evaluate(one);
    for (let turn = 0; turn < this.#others.length && now() - beganMs < HISTORY_FOR_MS; turn += 1) {
      const one = this.#others[this.#next % this.#others.length] as Invariant;
      this.#next += 1;
      await evaluate(one).catch((error: unknown) => {
        tell(`guard: failed to evaluate ${one.invariant} (its turn comes again)`, error);
      });
    }
    await report(pool, asked, found);
    for (const { invariant, detail } of found) {
      tell(`guard: breach of ${invariant} (${detail}); payouts and new trades are frozen`);
    }
    return found;
  }
}

/** Reads in a transaction that may not write, and may not take longer than its bound. */
function breachesOf(pool: Pool, one: Invariant): Promise<Breach[]> {
  return inTransaction(pool, async (connection) => {
    await connection.query(`set local statement_timeout = ${AT_MOST_MS}`);
    return (await ask(connection, [one])).slice(0, REPORTED_MAX);
  });
}

/** The only statement of the guard that writes; its login may execute no other one. */
function report(pool: Pool, asked: readonly string[], found: readonly Breach[]): Promise<void> {
  return inTransaction(pool, async (connection) => {
    await connection.query('set transaction read write');
    await connection.query('select guard_ran($1, $2, $3)', [
      [...new Set(asked)],
      found.map(({ invariant }) => invariant),
      found.map(({ detail }) => detail),
    ]);
  });
}

export type Guard = { stop(): Promise<void> };

export type GuardOptions = Omit<GuardDeps, 'pool'> & {
  readonly url: string;
  readonly everyMs?: number;
};

/** Runs at once, and then every minute. */
export function startGuard({ url, everyMs = EVERY_MS, ...deps }: GuardOptions): Guard {
  const pool = createPool(url, {
    max: 1,
    auditing: true,
    onError: (error) => deps.tell('guard: lost a connection', error),
  });
  const round = new GuardRound({ ...deps, pool });
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const next = (afterMs: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
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
