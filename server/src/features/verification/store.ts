/** Queries for verification. */
import type { Connection, Pool } from '../../db/pool.ts';
import type { Application, Look, Submission, VerificationReason } from './rules.ts';

type Db = Pick<Pool | Connection, 'query'>;
type Raw = {
  book: string;
  id: string;
  status: Application['status'];
  country: string;
  certificate_type: Submission['certificate_type'];
  sealed: Buffer;
  front: string;
  back: string;
  reason: VerificationReason | null;
  submitted_ms: string;
  decided_ms: string | null;
};

const COLUMNS = `a.book, a.id, a.status, a.country, a.certificate_type, a.sealed, a.front, a.back, a.reason,
  a.submitted_ms, a.decided_ms`;

const read = (raw: Raw): Application => ({
  book: BigInt(raw.book),
  id: BigInt(raw.id),
  status: raw.status,
  country: raw.country,
  certificateType: raw.certificate_type,
  sealed: raw.sealed,
  front: raw.front,
  back: raw.back,
  reason: raw.reason,
  submittedMs: Number(raw.submitted_ms),
  decidedMs: raw.decided_ms === null ? null : Number(raw.decided_ms),
});

/** Returns the pending or approved application; if there is none, the last rejected one. */
export async function newestApplication(db: Db, customer: bigint): Promise<Application | undefined> {
  const found = await db.query<Raw>(
    `select ${COLUMNS} from kyc_application a where a.book = $1 order by a.status <> 'rejected' desc, a.id desc limit 1`,
    [customer],
  );
  const raw = found.rows[0];
  return raw === undefined ? undefined : read(raw);
}

export async function applicationsOf(db: Db, customer: bigint): Promise<Application[]> {
  const found = await db.query<Raw>(
    `select ${COLUMNS} from kyc_application a where a.book = $1 order by a.id desc`,
    [customer],
  );
  return found.rows.map(read);
}

export type NewApplication = Pick<
  Application,
  'book' | 'country' | 'certificateType' | 'sealed' | 'front' | 'back' | 'submittedMs'
> & { readonly numberKey: Buffer; readonly nameKey: Buffer };

/**
 * Inserts an application. Returns false if the document already verifies a customer or is pending for one; the unique key decides
 * between concurrent requests.
 */
export async function insertApplication(
  connection: Connection,
  application: NewApplication,
): Promise<boolean> {
  const inserted = await connection.query(
    `insert into kyc_application (book, id, status, country, certificate_type, sealed, number_key, front, back,
        submitted_ms, name_key)
      values ($1, nextval('row_id'), 'under_review', $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (number_key) where status <> 'rejected' do nothing`,
    [
      application.book,
      application.country,
      application.certificateType,
      application.sealed,
      application.numberKey,
      application.front,
      application.back,
      application.submittedMs,
      application.nameKey,
    ],
  );
  if (inserted.rowCount === 0) return false;
  await connection.query(`update customer set kyc_status = 'under_review' where id = $1`, [application.book]);
  return true;
}

export async function settleApplication(
  connection: Connection,
  application: Application,
  verdict: {
    readonly status: 'approved' | 'rejected';
    readonly reason: VerificationReason | null;
    readonly decidedMs: number;
  },
): Promise<void> {
  const { book, id, country } = application;
  await connection.query(
    'update kyc_application set status = $3, reason = $4, decided_ms = $5 where book = $1 and id = $2',
    [book, id, verdict.status, verdict.reason, verdict.decidedMs],
  );
  await connection.query(
    `update customer set kyc_status = $2, country = case $2 when 'approved' then $3 else country end where id = $1`,
    [book, verdict.status, country],
  );
}

const LOOKS_MAX = 100;

/** Lists operators' views of a customer's documents from the audit log, newest first. */
export async function looksAt(db: Db, customer: bigint): Promise<Look[]> {
  const found = await db.query<{ time_ms: string; role: string }>(
    `select a.time_ms, a.role from audit a where a.subject = $1 and a.action = 'kyc.read'
      order by a.seq desc limit ${LOOKS_MAX}`,
    [`customer:${customer}`],
  );
  return found.rows.map(({ time_ms, role }) => ({ timeMs: Number(time_ms), role }));
}

const WAITING_MAX = 100;

export type WaitingApplication = {
  readonly customer: bigint;
  readonly account: string;
  readonly country: string;
  readonly submittedMs: number;
};

export async function waitingApplications(db: Db): Promise<WaitingApplication[]> {
  const found = await db.query<{ book: string; account: string; country: string; submitted_ms: string }>(
    `select a.book, c.account, a.country, a.submitted_ms from kyc_application a join customer c on c.id = a.book
      where a.status = 'under_review' order by a.submitted_ms, a.book limit ${WAITING_MAX}`,
  );
  return found.rows.map((raw) => ({
    customer: BigInt(raw.book),
    account: raw.account,
    country: raw.country,
    submittedMs: Number(raw.submitted_ms),
  }));
}

export async function accountOf(db: Db, customer: bigint): Promise<string> {
  const found = await db.query<{ account: string }>('select c.account from customer c where c.id = $1', [
    customer,
  ]);
  return found.rows[0]?.account ?? '';
}

/** Returns the birth date given at registration. A reviewer compares it with the document. */
export async function registeredBirthDate(db: Db, customer: bigint): Promise<string | null> {
  const found = await db.query<{ birth_date: string | null }>(
    'select c.birth_date::text as birth_date from customer c where c.id = $1',
    [customer],
  );
  return found.rows[0]?.birth_date ?? null;
}
