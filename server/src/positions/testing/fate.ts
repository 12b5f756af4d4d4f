/** Test helper: runs SQL as the serving role, returns the outcome and rolls everything back. */
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Returns "written", or the constraint that rejected the SQL. With `atCommit`, deferred constraints are checked too. */
export async function fateOf(
  pool: Pool,
  statements: readonly string[],
  { values = [], atCommit = false }: { values?: readonly unknown[]; atCommit?: boolean } = {},
): Promise<string> {
  const undone = new Error('rolled back');
  try {
    await inTransaction(pool, async (at) => {
      for (const [number, sql] of statements.entries()) {
        // The statements run one after another, in one transaction.
        // oxlint-disable-next-line no-await-in-loop
        await at.query(sql, number === 0 ? [...values] : []);
      }
      if (atCommit) await at.query('set constraints all immediate');
      throw undone;
    });
  } catch (error) {
    if (error === undone) return 'written';
    const { constraint, message } = error as Error & { constraint?: string };
    return constraint === 'position_in_time'
      ? message.replace(/ of position \d+$/, '')
      : (constraint ?? message);
  }
  throw new Error('expected an error that rolls back, got none');
}
