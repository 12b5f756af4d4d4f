/** Connections to PostgreSQL, with the session settings that the write path was measured with. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type Pool = pg.Pool;
export type Connection = pg.PoolClient;

/**
 * Plans made while tables are empty stay with a prepared statement for good, so the serving sessions do not consider
 * the plans that only suit empty tables. The timeouts bound what a stopped process or a lost network can hold on to.
 */
const SERVING_SETTINGS = [
  'idle_in_transaction_session_timeout=2s',
  'lock_timeout=1s',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
  'timezone=UTC',
];

/**
 * For whoever reads everything beside the server: it changes nothing, may take its time, keeps nobody waiting, and plans for the
 * tables as they are.
 */
const AUDITING_SETTINGS = [
  'default_transaction_read_only=on',
  'statement_timeout=30min',
  'lock_timeout=10s',
  'work_mem=64MB',
  'jit=off',
  'timezone=UTC',
];

/** Of all others, which hold nobody up: long enough for a busy machine, and an end to what hangs. */
const TRANSACTION_MAX_MS = 15_000;
/**
 * Of those that take orders. What is written and not there for everybody after one and a half seconds is told as held back
 * (`market_looks`), so an honest transaction ends before, its commit included.
 */
export const ORDER_TRANSACTION_MAX_MS = 1500;

/** A pool for the serving role; statements sent together travel together. */
export function createPool(
  url: string,
  options: {
    max: number;
    onError?: (error: Error) => void;
    auditing?: boolean;
    transactionMaxMs?: number;
  },
): Pool {
  const serving = [
    `transaction_timeout=${options.transactionMaxMs ?? TRANSACTION_MAX_MS}`,
    ...SERVING_SETTINGS,
  ];
  const settings = options.auditing === true ? AUDITING_SETTINGS : serving;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    connectionTimeoutMillis: 10_000,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  // Without a listener a connection that breaks would end the process, idle or just handed out; whoever has it learns of
  // it from the statement that fails.
  pool.on('error', options.onError ?? (() => undefined));
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return hangingUp(pool);
}

/** What a lost network may hold up the end by. */
const HANG_UP_MS = 2000;

/**
 * Lets the end of the pool wait until every connection has hung up, which the library does not: a database that is stopped
 * right behind it would break them in nobody's hands.
 */
function hangingUp(pool: Pool): Pool {
  const there = new Set<Connection>();
  pool.on('connect', (connection) => there.add(connection));
  pool.on('remove', (connection) => there.delete(connection));
  const end = pool.end.bind(pool);
  const ended = async (): Promise<void> => {
    const late = delay(HANG_UP_MS, 'late' as const, { ref: false });
    await end();
    while (there.size > 0 && (await Promise.race([once(pool, 'remove'), late])) !== 'late');
  };
  return Object.assign(pool, { end: ended });
}

/**
 * Sends the statements that `work` issues at once as one packet: each would otherwise be a system call of its own, which
 * was a sixth of the server's time under load.
 */
export function sendTogether<Result>(connection: Connection, work: () => Result): Result {
  const { stream } = (connection as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  try {
    return work();
  } finally {
    stream.uncork();
  }
}
