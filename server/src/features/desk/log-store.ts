/** Searches the audit log by operator, subject and action. */
import type { Pool } from '../../db/pool.ts';

export type LogSearch = {
  readonly operator: string | undefined;
  readonly customer: string | undefined;
  readonly action: string | undefined;
  /** Only records with a smaller number than this. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

export type LogRecord = {
  readonly seq: bigint;
  readonly timeMs: number;
  readonly operator: string;
  readonly role: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  readonly hash: string;
};

/** Returns the newest records first. */
export async function searchLog(pool: Pool, search: LogSearch): Promise<LogRecord[]> {
  const { operator, customer, action, below, limit } = search;
  const values: unknown[] = [];
  const wanted = [
    ['a.seq <', below],
    ['a.operator =', operator?.trim().toLowerCase()],
    ['a.subject =', customer === undefined ? undefined : `customer:${BigInt(customer)}`],
    ['a.action =', action?.trim()],
  ].flatMap(([condition, value]) => (value === undefined ? [] : [`${condition} $${values.push(value)}`]));
  const found = await pool.query<Omit<LogRecord, 'seq' | 'timeMs'> & { seq: string; time_ms: string }>(
    `select a.seq, a.time_ms, a.operator, a.role, a.action, a.subject, a.before, a.after, a.reason,
        encode(a.hash, 'hex') as hash
      from audit a ${wanted.length === 0 ? '' : `where ${wanted.join(' and ')}`}
      order by a.seq desc limit $${values.push(limit)}`,
    values,
  );
  return found.rows.map(({ time_ms: timeMs, ...raw }) => ({
    ...raw,
    seq: BigInt(raw.seq),
    timeMs: Number(timeMs),
  }));
}
