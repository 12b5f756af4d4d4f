/**
 * The time limit of transactions. PostgreSQL ends a transaction that takes too long only from version 17 on. Before, each
 * statement has the limit instead, and a transaction of several statements may take longer.
 */
import type { Connection } from './pool.ts';

export const TRANSACTION_TIMEOUT = 'transaction_timeout';

/** The name of a setting, given as an SQL expression, as this server knows it. */
export const timeLimitName = (name: string): string =>
  `case when ${name} = '${TRANSACTION_TIMEOUT}' and current_setting('server_version_num')::int < 170000 then 'statement_timeout' else ${name} end`;

/** Changes the limit of the current transaction; 0 lifts it. A running limit is not extended, only ended and begun again. */
export async function limitTime(connection: Pick<Connection, 'query'>, maxMs: number): Promise<void> {
  const set = `select set_config(${timeLimitName(`'${TRANSACTION_TIMEOUT}'`)}, $1, true)`;
  await connection.query(set, ['0']);
  if (maxMs > 0) await connection.query(set, [String(maxMs)]);
}
