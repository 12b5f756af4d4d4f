/**
 * The log of operators' actions. The database numbers and chains the records (`05-log.sql`). This file appends them, and verifies
 * the chain without relying on the database.
 *
 * Canonical form: the fields seq, time_ms, operator, role, action, subject, before, after, reason and, if signed, the approval,
 * in this order. Each is written as its length in UTF-8 bytes, a colon, the bytes and a comma, such as "6:reject,". An absent
 * field is written as "-,". A record's hash is SHA-256 over the previous record's hash (32 zero bytes before the first record)
 * followed by the canonical form.
 */
import { createHash } from 'node:crypto';
import type { Connection, Pool } from '../db/pool.ts';
import type { Actor } from './operators.ts';
import { SignedLog, surroundingsOf } from './signed-log.ts';
import type { OperatorRow } from './signed-log.ts';

export type AuditEntry = {
  /** Such as "lever.approve". */
  readonly action: string;
  /** The subject of the action, such as "customer:100001". */
  readonly subject: string;
  /** The state of the subject before and after the action. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly reason: string | undefined;
};

export type AuditRecord = {
  readonly seq: bigint;
  readonly timeMs: number;
  readonly operator: string;
  readonly role: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  /** Required for some actions. */
  readonly approval: string | null;
  readonly hash: Buffer;
};

/**
 * Takes the log's append lock early. The database takes it only at the first record, which is too late for callers that must not
 * wait for it while they hold locks other than those of books.
 */
export const lockLogSql = 'select pg_advisory_xact_lock(7305143)';

/** Appends one record in the caller's transaction. Other appenders wait until that transaction ends. */
export async function appendRecord(
  connection: Connection,
  entry: AuditEntry,
  by: { readonly operator: Pick<Actor, 'account' | 'role' | 'approval'>; readonly nowMs: number },
): Promise<void> {
  await connection.query(
    `insert into audit (time_ms, operator, role, action, subject, before, after, reason, approval)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      by.nowMs,
      by.operator.account,
      by.operator.role,
      entry.action,
      entry.subject,
      JSON.stringify(entry.before),
      JSON.stringify(entry.after),
      entry.reason ?? null,
      approvalOf(entry, by.operator),
    ],
  );
}

/**
 * Returns the signature if it is for exactly this record. A call may also write other records, such as that of a lookup, which
 * its signature doesn't cover.
 */
export function approvalOf(
  entry: Pick<AuditEntry, 'action' | 'subject'>,
  { approval }: Pick<Actor, 'approval'>,
): string | null {
  const isSigned =
    approval?.action === entry.action.replace(/_first$/, '') && approval.subject === entry.subject;
  return isSigned ? approval.text : null;
}

type RawRecord = Omit<AuditRecord, 'seq' | 'timeMs'> & { seq: string; time_ms: string };

const PAGE = 1000;

/** Returns at most one page of records after a sequence number, oldest first. */
async function recordsAfter(pool: Pick<Pool, 'query'>, seq: bigint): Promise<AuditRecord[]> {
  const found = await pool.query<RawRecord>(
    `select a.seq, a.time_ms, a.operator, a.role, a.action, a.subject, a.before, a.after, a.reason, a.approval, a.hash
      from audit a where a.seq > $1 order by a.seq limit $2`,
    [seq, PAGE],
  );
  return found.rows.map(({ time_ms, ...raw }) => ({ ...raw, seq: BigInt(raw.seq), timeMs: Number(time_ms) }));
}

/**
 * Returns the complete log with everything needed to verify it without the database, for `verifier/src/cli/operators-main.ts`.
 */
export async function logForVerifier(pool: Pick<Pool, 'query'>): Promise<object> {
  const { house, from, clockFrom, vouchers } = await surroundingsOf(pool);
  const records: object[] = [];
  for (let seq = 0n; ;) {
    const page = await recordsAfter(pool, seq);
    for (const { hash, seq: at, timeMs, ...record } of page) {
      records.push({ seq: Number(at), time_ms: timeMs, ...record, hash: hash.toString('hex') });
    }
    seq += BigInt(page.length);
    if (page.length < PAGE) {
      const signedFrom = { approved_from: Number(from), clock_approved_from: Number(clockFrom) };
      return { house, ...signedFrom, vouchers, records };
    }
  }
}

/** Returns the newest records first. */
export async function newestRecords(pool: Pick<Pool, 'query'>, limit: number): Promise<AuditRecord[]> {
  const head = await pool.query<{ seq: string }>('select coalesce(max(a.seq), 0) as seq from audit a');
  const found = await recordsAfter(pool, BigInt(head.rows[0]?.seq ?? '0') - BigInt(Math.min(limit, PAGE)));
  return found.toReversed();
}

export type AuditVerdict = {
  readonly records: bigint;
  /** The newest record's hash in hexadecimal. If a copy of it is noted elsewhere, it reveals a later truncation of the log. */
  readonly head: string;
  /** The first record that doesn't follow from the records before it. */
  readonly violation: string | undefined;
};

export async function verifyAudit(pool: Pick<Pool, 'query'>): Promise<AuditVerdict> {
  let seq = 0n;
  let hash: Buffer = Buffer.alloc(32);
  const signed = new SignedLog(await surroundingsOf(pool));
  for (;;) {
    const page = await recordsAfter(pool, seq);
    for (const record of page) {
      const expected = hashAfter(hash, record);
      if (record.seq !== seq + 1n) {
        return { records: seq, head: hash.toString('hex'), violation: `record ${seq + 1n} is missing` };
      }
      if (!expected.equals(record.hash)) {
        return { records: seq, head: hash.toString('hex'), violation: `record ${record.seq} was changed` };
      }
      const unsigned = signed.next(record);
      if (unsigned !== undefined) {
        return { records: seq, head: hash.toString('hex'), violation: `record ${record.seq}: ${unsigned}` };
      }
      ({ seq, hash } = record);
    }
    if (page.length < PAGE) break;
  }
  return {
    records: seq,
    head: hash.toString('hex'),
    violation: (await keysViolation(pool, signed)) ?? (await operatorsViolation(pool, signed)),
  };
}

/** Compares the keys in the table with those of the log. */
async function keysViolation(pool: Pick<Pool, 'query'>, signed: SignedLog): Promise<string | undefined> {
  const found = await pool.query<{
    id: string;
    account: string;
    key: Buffer;
    counts: boolean;
    revoked: boolean;
  }>(
    `select k.id, k.account, k.public_key as key, k.confirmed_ms is not null as counts, k.revoked_ms is not null as revoked
      from operator_key k`,
  );
  for (const { key: publicKey, ...row } of found.rows) {
    const violation = signed.keyViolation({ ...row, publicKey });
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** Compares the operators in the table with those of the log. */
async function operatorsViolation(pool: Pick<Pool, 'query'>, signed: SignedLog): Promise<string | undefined> {
  const found = await pool.query<OperatorRow>(
    `select o.account, o.role, o.person, o.added_by as "addedBy", o.confirmed_ms is not null as counts from operator o`,
  );
  for (const row of found.rows) {
    const violation = signed.operatorViolation(row);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function hashAfter(previous: Buffer, record: AuditRecord): Buffer {
  return createHash('sha256').update(previous).update(canonicalText(record), 'utf8').digest();
}

function canonicalText(record: AuditRecord): string {
  const fields = [
    record.seq.toString(),
    record.timeMs.toString(),
    record.operator,
    record.role,
    record.action,
    record.subject,
    record.before,
    record.after,
    record.reason,
    ...(record.approval === null ? [] : [record.approval]),
  ];
  return fields
    .map((field) => (field === null ? '-,' : `${Buffer.byteLength(field, 'utf8')}:${field},`))
    .join('');
}
