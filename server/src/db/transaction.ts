/** Runs one transaction on its own connection, for the few commands without a book (registration, login). */
import type { Connection, Pool } from './pool.ts';

/** Commits the changes of `work`, or rolls them back and rethrows its error. */
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
    // A commit after a failed statement succeeds as a rollback; only the command tag shows it.
    if (ended.command !== 'COMMIT')
      throw new Error('expected the transaction to commit, found it rolled back');
    return result;
  } catch (error) {
    await connection.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection that failed to roll back is not reused.
    connection.release(broken);
  }
}
