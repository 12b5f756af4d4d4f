/**
 * Builds the statements of liabilities while this process leads the market. In every interval, it has the database build a
 * statement and prune old ones. The process chooses only the time; the database reads the claims, computes the leaves, and
 * decides which statements are old.
 */
import { every } from '../db/periodic.ts';
import type { Periodic } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';
import { limitTime } from '../db/time-limit.ts';
import { inTransaction } from '../db/transaction.ts';

const LOOK_EVERY_MS = 1_000;
/** The time limit for building. A tree of a million accounts takes most of a minute. */
const BUILD_MAX_MS = 600_000;

/** Builds a statement and returns its number. Returns undefined if the newest one is younger than the interval. */
export async function buildLiabilities(pool: Pool, everyMs: number): Promise<bigint | undefined> {
  return inTransaction(pool, async (connection) => {
    await connection.query('set transaction isolation level repeatable read');
    await limitTime(connection, BUILD_MAX_MS);
    const { rows } = await connection.query<{ number: string | null }>(
      'select liabilities_build($1) as number',
      [everyMs],
    );
    const number = rows[0]?.number ?? null;
    return number === null ? undefined : BigInt(number);
  });
}

/** Several, so that statements that accumulated while the process was not running are pruned soon. */
const PRUNED_AT_ONCE_MAX = 5;

/**
 * Deletes the claims and leaves of the oldest statements that need not be kept in full, and returns the statements' numbers. The
 * database decides which ones.
 */
export async function pruneLiabilities(pool: Pool): Promise<readonly bigint[]> {
  const pruned: bigint[] = [];
  while (pruned.length < PRUNED_AT_ONCE_MAX) {
    // oxlint-disable-next-line no-await-in-loop
    const number = await inTransaction(pool, async (connection) => {
      await limitTime(connection, BUILD_MAX_MS);
      const { rows } = await connection.query<{ number: string | null }>(
        'select liabilities_prune() as number',
      );
      return rows[0]?.number ?? null;
    });
    if (number === null) break;
    pruned.push(BigInt(number));
  }
  return pruned;
}

export type LiabilitiesBuilding = {
  readonly pool: Pool;
  readonly everyMs: number;
  readonly report: (text: string) => void;
};

/** Builds the first statement immediately. Stopping waits for the statement being built. */
export function keepLiabilities({ pool, everyMs, report }: LiabilitiesBuilding): Periodic {
  return every(
    LOOK_EVERY_MS,
    async () => {
      const built = await buildLiabilities(pool, everyMs);
      if (built !== undefined) await pruneLiabilities(pool);
    },
    (error) => report(`liabilities: failed to build or prune a statement (retrying): ${error.message}`),
  );
}
