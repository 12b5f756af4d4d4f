/** Runs one transaction on its own connection, for the few commands that have no book (registering and logging in). */
import type { Connection, Pool } from './pool.ts';

/** Runs `work`, then commits. If `work` throws, rolls back and rethrows the error. */
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
    // After a failed statement, `commit` succeeds but rolls back; only its command tag shows that.
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
