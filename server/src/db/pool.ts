/** Connections to PostgreSQL, with the session settings under which the write path was measured. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Hosts, clientOfPrimary, hostsOf } from './hosts.ts';
import { SharedClient, passesSharedPool } from './shared-client.ts';
import { TRANSACTION_TIMEOUT, timeLimitName } from './time-limit.ts';

export type Pool = pg.Pool;
export type Connection = pg.PoolClient;

type Settings = Readonly<Record<string, string>>;

/**
 * A statement prepared while its tables were empty keeps a plan that is fast only for empty tables, so these sessions avoid such
 * plans. The timeouts limit how long a stopped process or a network failure can hold locks.
 */
const SERVING_SETTINGS: Settings = {
  lock_timeout: '1s',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  timezone: 'UTC',
};

/**
 * For tools that read everything next to a running server: read-only, with long timeouts, without blocking others, and with plans
 * for the actual table sizes.
 */
const AUDITING_SETTINGS: Settings = {
  default_transaction_read_only: 'on',
  statement_timeout: '30min',
  lock_timeout: '10s',
  work_mem: '64MB',
  jit: 'off',
  timezone: 'UTC',
};

const IDLE_IN_TRANSACTION_MAX_MS = 2000;

/**
 * The maximum duration of transactions that block no others: long enough for a busy machine, short enough to end a transaction
 * that hangs.
 */
const TRANSACTION_MAX_MS = 15_000;
/**
 * The maximum duration of transactions that accept orders. Rows that are written but not visible after one and a half seconds are
 * reported as held back (`market_looks`), so an honest transaction must have committed earlier.
 */
export const ORDER_TRANSACTION_MAX_MS = 1500;

/** Connects with the serving role. Statements issued together are sent together. */
export function createPool(
  url: string,
  options: {
    max: number;
    onError?: (error: Error) => void;
    auditing?: boolean;
    transactionMaxMs?: number;
  },
): Pool {
  const maxMs = options.transactionMaxMs ?? TRANSACTION_MAX_MS;
  const settings = options.auditing === true ? AUDITING_SETTINGS : servingSettings(maxMs);
  const isShared = passesSharedPool(url);
  const [host = url, ...others] = hostsOf(url);
  const Client = isShared ? SharedClient : pg.Client;
  const pool = new pg.Pool({
    connectionString: host,
    max: options.max,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    connectionTimeoutMillis: 10_000,
    // The pool waits for this before it hands out the connection.
    onConnect: (connection) => (isShared ? demand : set)(connection, settings) as unknown as void,
    Client: others.length === 0 ? Client : clientOfPrimary(Client, new Hosts(url)),
  });
  // Without a listener, a connection that breaks while it is idle or has just been handed out would terminate the process. Code
  // that holds the connection sees its next statement fail.
  pool.on('error', options.onError ?? (() => undefined));
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return hangingUp(pool);
}

function servingSettings(transactionMaxMs: number): Settings {
  const idleMaxMs = Math.min(transactionMaxMs, IDLE_IN_TRANSACTION_MAX_MS);
  return {
    ...SERVING_SETTINGS,
    idle_in_transaction_session_timeout: asPrinted(idleMaxMs),
    [TRANSACTION_TIMEOUT]: asPrinted(transactionMaxMs),
  };
}

/**
 * Sets the settings by statements. As startup parameters, PgBouncer would refuse them, and PostgreSQL would refuse all of them if
 * it doesn't know one.
 */
async function set(connection: pg.ClientBase, settings: Settings): Promise<void> {
  await connection.query(
    `select set_config(${timeLimitName('w.name')}, w.value, false) from unnest($1::text[], $2::text[]) as w (name, value)`,
    [Object.keys(settings), Object.values(settings)],
  );
}

/** Formats a duration as PostgreSQL prints it, so that it can be compared with the current setting. */
const asPrinted = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);

/**
 * Checks that the settings are in effect. Connections of a shared pool can't be set up individually, because each transaction may
 * run on a different one. The settings belong to the login instead (`deploy/pgbouncer/settings.sql`).
 */
async function demand(connection: pg.ClientBase, settings: Settings): Promise<void> {
  const { rows } = await connection.query<Record<'login' | 'name' | 'wanted' | 'found', string>>(
    `select current_user as login, n.name, w.value as wanted, current_setting(n.name) as found
      from unnest($1::text[], $2::text[]) as w (name, value) cross join lateral (select ${timeLimitName('w.name')} as name) n
      where regexp_replace(current_setting(n.name), '^Etc/', '') <> w.value`,
    [Object.keys(settings), Object.values(settings)],
  );
  const [other] = rows;
  if (other === undefined) return;
  throw new Error(
    `expected ${other.name} to be ${other.wanted} for the login ${other.login}, found ${other.found}; ` +
      'apply deploy/pgbouncer/settings.sql, and let the pooler connect again',
  );
}

/** The maximum time by which a network failure may delay the end of the pool. */
const HANG_UP_MS = 2000;

/**
 * Makes the pool's end wait until every connection is closed, which the library does not do. Otherwise, stopping the database
 * right afterwards would break connections whose errors are no longer handled by any code.
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
 * Sends the statements that `work` issues as one packet. A system call for each statement took a sixth of the server's time under
 * load.
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
