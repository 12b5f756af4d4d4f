/**
 * The log of what operators did. The database numbers and chains the records (`05-log.sql`); this file appends
 * them and verifies the chain on its own, so that neither has to be believed.
 *
 * Canonical form: the fields seq, time_ms, operator, role, action, subject, before, after, reason and, where one was signed, the
 * approval, in this order, each
 * as its length in bytes of UTF-8, a colon, the bytes and a comma, "6:reject,"; an absent field is "-,". A record's hash is
 * SHA-256 over the hash of the record before it (32 zero bytes before the first) followed by its canonical form.
 */
import { createHash } from 'node:crypto';
import type { Connection, Pool } from '../db/pool.ts';
import type { Actor } from './operators.ts';
import { SignedLog, surroundingsOf } from './signed-log.ts';
import type { OperatorRow } from './signed-log.ts';

export type AuditEntry = {
  /** What was done: "lever.approve". */
  readonly action: string;
  /** To whom or what: "customer:100001". */
  readonly subject: string;
  /** How it stood before and how it stands after. */
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
  /** What was signed, where the act takes a signature. */
  readonly approval: string | null;
  readonly hash: Buffer;
};

/**
 * Waits for whoever appends, as the database does by itself at the first record; for who must not wait with more in hand than
 * the locks of books.
 */
export const lockLogSql = 'select pg_advisory_xact_lock(7305143)';

/** Appends one record in the caller's transaction; whoever else would append waits until that one ends. */
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

/** What was signed of exactly this record; a call that leaves others too, of a look say, signs for its own. */
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

/** Records after a number, oldest first, at most a page. */
async function recordsAfter(pool: Pick<Pool, 'query'>, seq: bigint): Promise<AuditRecord[]> {
  const found = await pool.query<RawRecord>(
    `select a.seq, a.time_ms, a.operator, a.role, a.action, a.subject, a.before, a.after, a.reason, a.approval, a.hash
      from audit a where a.seq > $1 order by a.seq limit $2`,
    [seq, PAGE],
  );
  return found.rows.map(({ time_ms, ...raw }) => ({ ...raw, seq: BigInt(raw.seq), timeMs: Number(time_ms) }));
}

/** The whole log with what it takes to check it without the database, for `verifier/src/cli/operators-main.ts`. */
export async function logForVerifier(pool: Pick<Pool, 'query'>): Promise<object> {
  const { house, from, vouchers } = await surroundingsOf(pool);
  const records: object[] = [];
  for (let seq = 0n; ;) {
    const page = await recordsAfter(pool, seq);
    for (const { hash, seq: at, timeMs, ...record } of page) {
      records.push({ seq: Number(at), time_ms: timeMs, ...record, hash: hash.toString('hex') });
    }
    seq += BigInt(page.length);
    if (page.length < PAGE) return { house, approved_from: Number(from), vouchers, records };
  }
}

/** The newest records, newest first. */
export async function newestRecords(pool: Pick<Pool, 'query'>, limit: number): Promise<AuditRecord[]> {
  const head = await pool.query<{ seq: string }>('select coalesce(max(a.seq), 0) as seq from audit a');
  const found = await recordsAfter(pool, BigInt(head.rows[0]?.seq ?? '0') - BigInt(Math.min(limit, PAGE)));
  return found.toReversed();
}

export type AuditVerdict = {
  readonly records: bigint;
  /** The newest record's hash in hex. Written down elsewhere, it also tells later whether the end was cut off. */
  readonly head: string;
  /** The first record that does not follow from the ones before it. */
  readonly violation: string | undefined;
};

/** Walks the whole chain, and checks each signature in it. */
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

/** Whether the keys that the door goes by are those of the log. */
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

/** Whether those who act for the house are those of the log. */
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
