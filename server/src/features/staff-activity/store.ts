/** Reads operators' actions on one customer from the audit log. */
import type { Pool } from '../../db/pool.ts';
import type { LoggedAct } from './rules.ts';

export type ActsPage = {
  readonly customer: bigint;
  /** Only records with a lower number are returned. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

/** Lists actions, newest first. Refused actions aren't included, because the log records them under a different subject. */
export async function actsAbout(pool: Pool, { customer, below, limit }: ActsPage): Promise<LoggedAct[]> {
  const found = await pool.query<{
    seq: string;
    time_ms: string;
    role: string;
    action: string;
    reason: string | null;
  }>(
    `select a.seq, a.time_ms, a.role, a.action, a.reason from audit a
      where a.subject = $1 and ($2::bigint is null or a.seq < $2) order by a.seq desc limit $3`,
    [`customer:${customer}`, below ?? null, limit],
  );
  return found.rows.map(({ seq, time_ms: timeMs, ...raw }) => ({
    ...raw,
    seq: BigInt(seq),
    timeMs: Number(timeMs),
  }));
}
