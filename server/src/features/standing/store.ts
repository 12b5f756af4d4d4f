/** Queries for standing and credit score. */
import type { Connection } from '../../db/pool.ts';
import type { CreditSetReason, StandingReason, Status } from './rules.ts';

export type Standing = {
  readonly account: string;
  readonly status: Status;
  readonly reason: StandingReason | null;
  readonly score: number;
};

export async function standingOf(connection: Connection, customer: bigint): Promise<Standing | undefined> {
  const found = await connection.query<{
    account: string;
    status: Status;
    standing_reason: StandingReason | null;
    credit_score: number;
  }>('select c.account, c.status, c.standing_reason, c.credit_score from customer c where c.id = $1', [
    customer,
  ]);
  const raw = found.rows[0];
  if (raw === undefined) return undefined;
  return {
    account: raw.account,
    status: raw.status,
    reason: raw.standing_reason,
    score: raw.credit_score,
  };
}

export async function setStanding(
  connection: Connection,
  at: { readonly customer: bigint; readonly status: Status; readonly reason: StandingReason | null },
): Promise<void> {
  await connection.query('update customer set status = $2, standing_reason = $3 where id = $1', [
    at.customer,
    at.status,
    at.reason,
  ]);
}

/** Sets the score. Records the old score, the new score and the reason, which the customer sees. */
export async function setScore(
  connection: Connection,
  change: {
    readonly customer: bigint;
    readonly before: number;
    readonly after: number;
    readonly reason: CreditSetReason;
    readonly nowMs: number;
  },
): Promise<void> {
  const { customer, before, after, reason, nowMs } = change;
  await connection.query('update customer set credit_score = $2 where id = $1', [customer, after]);
  await connection.query(
    'insert into credit_change (customer, time_ms, score_before, score_after, reason) values ($1, $2, $3, $4, $5)',
    [customer, nowMs, before, after, reason],
  );
}
