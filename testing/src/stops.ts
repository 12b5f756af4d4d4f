/** For tests: emergency stops, begun with a record as the console does, or inserted by the owner of the database as of before. */
import type { Pool } from '../../server/src/db/pool.ts';
import { inTransaction } from '../../server/src/db/transaction.ts';
import { appendSigned } from './signing.ts';

/** Rows as the owner of the database writes them. */
type Owner = (sql: string, values?: unknown[]) => Promise<unknown>;

/** Begins a stop for an hour, signed by one of the example operators. */
export async function beginStopAs(
  pool: Pool,
  account: string,
  target: string,
  signed: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const body = { target, cause: 'error', hours: 1, reason: 'a test', ...signed };
    const entry = { action: 'stop.begin', subject: 'house', reason: 'a test', body, after: { target } };
    await appendSigned(connection, entry, { account, nowMs: Date.now() });
    await connection.query(
      `insert into emergency_stop (target, cause, hours, begun_by, person)
        select $1, 'error', 1, o.account, o.person from operator o where o.account = $2`,
      [target, account],
    );
  });
}

/** Approves the end of the newest stop. */
export async function releaseStopAs(pool: Pool, account: string): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const found = await connection.query<{ id: string }>(
      'select max(number)::text as id from emergency_stop',
    );
    const body = { id: found.rows[0]?.id, reason: 'a test' };
    const entry = { action: 'stop.release', subject: 'house', reason: 'a test', body };
    await appendSigned(connection, entry, { account, nowMs: Date.now() });
    await connection.query(
      `insert into emergency_stop_approval (number, said_by, person)
        select $1, o.account, o.person from operator o where o.account = $2`,
      [body.id, account],
    );
  });
}

/** Inserts a stop that began some time ago and lasts for an hour, without an operator's record. */
export async function stoppedFor(owner: Owner, target: string, agoMs = 5000): Promise<void> {
  await owner(
    `insert into operator (account, role, person, password_hash, created_ms) values ('stopper', 'admin', 'stopper', '', 0)
      on conflict (account) do nothing`,
  );
  await owner('alter table emergency_stop disable trigger emergency_stop_record');
  await owner(
    `insert into emergency_stop (number, target, cause, hours, begun_by, person, since_ms, until_ms, since_market_ms)
      select (select coalesce(max(s.number), 0) + 1 from emergency_stop s), $1, 'error', 1, 'stopper', 'stopper', since_ms,
        since_ms + 3600000, market_now_ms() - $2::bigint
      from (select emergency_stop_now_ms() - $2::bigint as since_ms offset 0) began`,
    [target, agoMs],
  );
  await owner('alter table emergency_stop enable trigger emergency_stop_record');
}

/** Ends all stops some time ago, without the approvals of operators. */
export async function stopsOver(owner: Owner, agoMs = 0): Promise<void> {
  await owner('alter table emergency_stop disable trigger emergency_stop_ends_once');
  await owner(
    'update emergency_stop set until_ms = greatest(since_ms, least(until_ms, emergency_stop_now_ms() - $1::bigint))',
    [agoMs],
  );
  await owner('alter table emergency_stop enable trigger emergency_stop_ends_once');
}

/** Deletes all stops, so that the invariants do not look for their records. */
export async function forgetStops(owner: Owner): Promise<void> {
  for (const [table, kept] of [
    ['emergency_stop_approval', 'emergency_stop_approval_append_only'],
    ['emergency_stop', 'emergency_stop_kept'],
  ]) {
    // One after another, because an approval refers to its stop.
    // oxlint-disable-next-line no-await-in-loop
    await owner(`alter table ${table} disable trigger ${kept}`);
    // oxlint-disable-next-line no-await-in-loop
    await owner(`delete from ${table}`);
    // oxlint-disable-next-line no-await-in-loop
    await owner(`alter table ${table} enable trigger ${kept}`);
  }
}
