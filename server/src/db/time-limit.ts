/**
 * The time limit of transactions. PostgreSQL ends a transaction that takes too long only from version 17 on. In earlier versions,
 * the limit applies to each statement instead, and a transaction of several statements may take longer.
 */
import type { Connection } from './pool.ts';

export const TRANSACTION_TIMEOUT = 'transaction_timeout';

/** SQL for the setting's name in this version of PostgreSQL; `name` is an SQL expression. */
export const timeLimitName = (name: string): string =>
  `case when ${name} = '${TRANSACTION_TIMEOUT}' and current_setting('server_version_num')::int < 170000 then 'statement_timeout' else ${name} end`;

/**
 * Changes the limit of the current transaction; 0 lifts it. A timer that is already running can't be extended, so it is stopped
 * and started again.
 */
export async function limitTime(connection: Pick<Connection, 'query'>, maxMs: number): Promise<void> {
  const set = `select set_config(${timeLimitName(`'${TRANSACTION_TIMEOUT}'`)}, $1, true)`;
  await connection.query(set, ['0']);
  if (maxMs > 0) await connection.query(set, [String(maxMs)]);
}
