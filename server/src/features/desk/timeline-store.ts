/**
 * A customer's events by wall clock: deposits and withdrawals, account security, credit score, and operators' actions. Trades
 * are not included; they are in the customer's own records.
 */
import type { Pool } from '../../db/pool.ts';

export type Happening = {
  readonly timeMs: bigint;
  /** Orders events with equal times: a rank per source, then the row id. */
  readonly rank: bigint;
  readonly id: bigint;
  readonly what: 'money' | 'security' | 'operator' | 'credit';
  readonly kind: string;
  readonly text: string;
  readonly by: string | null;
};

export type TimelinePage = {
  readonly customer: bigint;
  /** Only events older than this one. */
  readonly before: Pick<Happening, 'timeMs' | 'rank' | 'id'> | undefined;
  readonly limit: number;
  /** Whether IP addresses and user agents are included. */
  readonly withAddresses: boolean;
};

const HIGHEST = 9_223_372_036_854_775_807n;
const FIRST = { timeMs: HIGHEST, rank: HIGHEST, id: HIGHEST };

const SOURCES = `
  select d.submitted_ms as time_ms, 0 as rank, d.id, 'money' as what, 'deposit.under_review' as kind,
      trim_scale(d.amount) || ' ' || d.currency || ' by ' || d.network as text, null::text as by
    from deposit d where d.book = $1
  union all select d.decided_ms, 1, d.id, 'money', 'deposit.' || d.status,
      coalesce(trim_scale(d.credited_amount) || ' ' || d.credited_currency, d.reason), d.decided_by
    from deposit d where d.book = $1 and d.decided_ms is not null
  union all select w.requested_ms, 2, w.id, 'money', 'withdrawal.under_review',
      trim_scale(w.amount) || ' ' || w.currency || ' by ' || w.network, null
    from withdrawal w where w.book = $1
  union all select w.decided_ms, 3, w.id, 'money', 'withdrawal.' || w.status,
      coalesce(w.paid_reference, w.reason), w.decided_by
    from withdrawal w where w.book = $1 and w.decided_ms is not null
  union all select l.applied_ms, 7, l.id, 'money', 'loan.pending_review',
      trim_scale(l.amount) || ' ' || l.currency || ' for ' || l.days || ' days', null
    from loan l where l.book = $1
  union all select l.decided_ms, 8, l.id, 'money', case when l.disbursed_ms is null then 'loan.failed' else 'loan.disbursed' end,
      coalesce(case when l.disbursed_ms is null then l.reason end, trim_scale(l.amount) || ' ' || l.currency), l.decided_by
    from loan l where l.book = $1 and l.decided_ms is not null
  union all select f.asked_ms, 9, f.id, 'money', 'fund_order.pending',
      trim_scale(f.amount) || ' USDT for ' || f.days || ' days', null
    from fund_order f where f.book = $1
  union all select f.decided_ms, 10, f.id, 'money',
      case when f.started_ms is null then 'fund_order.failed' else 'fund_order.in_progress' end,
      trim_scale(f.amount) || ' USDT', f.decided_by
    from fund_order f where f.book = $1 and f.decided_ms is not null
  union all select e.time_ms, 4, e.id, 'security', e.kind,
      case when $6::boolean then trim(e.address || ' ' || e.agent) else '' end, null
    from security_event e where e.customer = $1
  union all select g.time_ms, 5, g.id, 'credit', 'credit', g.score_before || ' → ' || g.score_after || ', ' || g.reason, null
    from credit_change g where g.customer = $1
  union all select a.time_ms, 6, a.seq, 'operator', a.action, coalesce(a.reason, ''), a.operator
    from audit a where a.subject = 'customer:' || $1::bigint`;

/** Returns the newest events first. */
export async function happenings(pool: Pool, page: TimelinePage): Promise<Happening[]> {
  const { timeMs, rank, id } = page.before ?? FIRST;
  const found = await pool.query<
    Omit<Happening, 'timeMs' | 'rank' | 'id'> & Record<'time_ms' | 'rank' | 'id', string>
  >(
    `select h.* from (${SOURCES}) h where (h.time_ms, h.rank, h.id) < ($2::bigint, $3::bigint, $4::bigint)
      order by h.time_ms desc, h.rank desc, h.id desc limit $5`,
    [page.customer, timeMs, rank, id, page.limit, page.withAddresses],
  );
  return found.rows.map((raw) => ({
    timeMs: BigInt(raw.time_ms),
    rank: BigInt(raw.rank),
    id: BigInt(raw.id),
    what: raw.what,
    kind: raw.kind,
    text: raw.text,
    by: raw.by,
  }));
}

export async function isCustomer(pool: Pool, customer: bigint): Promise<boolean> {
  const found = await pool.query('select from customer c where c.id = $1', [customer]);
  return found.rowCount === 1;
}
