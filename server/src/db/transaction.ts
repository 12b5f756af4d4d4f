/** One transaction on a connection of its own, for the few commands that run without a book (registration, login). */
import type { Connection, Pool } from './pool.ts';

/** Commits what `work` did, or rolls it back and throws what it threw. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    await connection.query('begin');
    const result = await work(connection);
    const ended = await connection.query('commit');
    // A commit after a failed statement succeeds as a rollback; only the tag tells.
    if (ended.command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    await connection.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection that could not even roll back is not given to anybody else.
    connection.release(broken);
  }
}
