/** Queries for the leverage permission, except those of the command executor. */
import type { Connection, Pool } from '../../db/pool.ts';
import { leverApplications } from './tables.ts';
import type { LeverApplicationRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;
type Db = Pick<Pool | Connection, 'query'>;

export type Permission = {
  readonly account: string;
  readonly leverEnabled: boolean;
  readonly newest: LeverApplicationRow | undefined;
};

// The newest application is found by time, because processes allocate ids in blocks. A pending application is always the newest.
const PERMISSION = `select c.account, c.lever_enabled, a.* from customer c
  left join lateral (
    select * from lever_application l where l.book = c.id
    order by l.status = 'submitted' desc, l.decided_ms desc, l.id desc limit 1
  ) a on true
  where c.id = $1`;

/** Returns undefined if no customer has this number. */
export async function permissionOf(db: Db, customer: bigint): Promise<Permission | undefined> {
  const found = await db.query<TextRow>({
    name: 'lever-permission',
    text: PERMISSION,
    values: [customer],
    types: asText,
  });
  const raw = found.rows[0];
  if (raw === undefined) return undefined;
  return {
    account: raw['account'] as string,
    leverEnabled: raw['lever_enabled'] === 't',
    newest: raw['id'] === null ? undefined : leverApplications.read(raw),
  };
}

const WAITING_MAX = 100;

export type WaitingApplication = { readonly account: string; readonly application: LeverApplicationRow };

/** Returns pending applications, oldest first, at most a hundred. */
export async function waitingApplications(db: Db): Promise<WaitingApplication[]> {
  const found = await db.query<TextRow>({
    name: 'lever-waiting',
    text: `select c.account, a.* from lever_application a join customer c on c.id = a.book
      where a.status = 'submitted' order by a.submitted_ms, a.book limit ${WAITING_MAX}`,
    types: asText,
  });
  return found.rows.map((raw) => ({
    account: raw['account'] as string,
    application: leverApplications.read(raw),
  }));
}

export async function settleApplication(
  connection: Connection,
  row: Pick<LeverApplicationRow, 'book' | 'id' | 'status' | 'reason'> & { readonly decidedMs: number },
): Promise<void> {
  await connection.query(
    'update lever_application set status = $3, reason = $4, decided_ms = $5 where book = $1 and id = $2',
    [row.book, row.id, row.status, row.reason, row.decidedMs],
  );
}

/** Records that leverage was switched off without an application. */
export async function insertSwitchedOff(
  connection: Connection,
  at: { readonly book: bigint; readonly reason: string; readonly decidedMs: number },
): Promise<void> {
  await connection.query(
    `insert into lever_application (book, id, status, reason, decided_ms)
      values ($1, nextval('row_id'), 'switched_off', $2, $3)`,
    [at.book, at.reason, at.decidedMs],
  );
}

export async function setLeverEnabled(
  connection: Connection,
  at: { readonly customer: bigint; readonly enabled: boolean },
): Promise<void> {
  await connection.query('update customer set lever_enabled = $2 where id = $1', [at.customer, at.enabled]);
}

export async function openLeveragedTrades(db: Db, customer: bigint): Promise<number> {
  const found = await db.query<{ n: number }>(
    `select count(*)::int as n from position p where p.book = $1 and p.status in ('pending', 'open', 'closing')`,
    [customer],
  );
  return found.rows[0]?.n ?? 0;
}
