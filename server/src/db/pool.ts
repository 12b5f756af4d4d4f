/** Connections to PostgreSQL, with the session settings under which the write path was measured. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type Pool = pg.Pool;
export type Connection = pg.PoolClient;

/**
 * A prepared statement keeps a plan made while its tables were empty, so serving sessions avoid plans that are fast only for
 * empty tables. The timeouts limit how long a stopped process or a lost network can hold locks.
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
 * For reading everything next to a running server: read-only, with long timeouts, without blocking others, and planned for the
 * actual table sizes.
 */
const AUDITING_SETTINGS = [
  'default_transaction_read_only=on',
  'statement_timeout=30min',
  'lock_timeout=10s',
  'work_mem=64MB',
  'jit=off',
  'timezone=UTC',
];

/** For transactions that block nobody: long enough for a busy machine, but short enough to end those that hang. */
const TRANSACTION_MAX_MS = 15_000;
/**
 * For transactions that accept orders. Rows that are written but not visible after one and a half seconds are reported as held
 * back (`market_looks`), so an honest transaction must finish earlier, including its commit.
 */
export const ORDER_TRANSACTION_MAX_MS = 1500;

/** A pool for the serving role. Statements issued together are sent together. */
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
  // Without a listener, a broken connection would terminate the process, whether idle or just handed out. The code that holds it
  // learns of the failure from the statement that fails.
  pool.on('error', options.onError ?? (() => undefined));
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return hangingUp(pool);
}

/** The maximum delay that a lost network may add to the pool's end. */
const HANG_UP_MS = 2000;

/**
 * Makes the pool's end wait until every connection is closed, which the library does not do: stopping the database immediately
 * afterwards would break connections that no code handles any more.
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
 * Sends the statements that `work` issues as one packet. Otherwise each would need its own system call, which took a sixth of the
 * server's time under load.
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
