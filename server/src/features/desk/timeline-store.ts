/**
 * A customer's events in the order of the wall clock: deposits and withdrawals, account security, credit score, and operators'
 * actions. Trades are not included; they are in the customer's own records.
 */
import type { Pool } from '../../db/pool.ts';

export type Happening = {
  readonly timeMs: bigint;
  /** Breaks ties between events with equal times: a rank for the source, then the row id. */
  readonly rank: bigint;
  readonly id: bigint;
  readonly what: 'money' | 'security' | 'operator' | 'credit';
  readonly kind: string;
  readonly by: string | null;
  readonly details: Partial<HappeningDetails>;
};

/** Amounts are text. `text` is free text, such as a payment's reference or a network address. */
export type HappeningDetails = {
  readonly amount: string | null;
  readonly currency: string | null;
  readonly network: string | null;
  readonly days: number | null;
  readonly score_before: number | null;
  readonly score_after: number | null;
  readonly reason: string | null;
  readonly text: string | null;
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

const SUM = (row: string, currency = `${row}.currency`): string =>
  `jsonb_build_object('amount', trim_scale(${row}.amount)::text, 'currency', ${currency})`;

/** The details are figures and codes, which the console translates into the operator's language. */
const SOURCES = `
  select d.submitted_ms as time_ms, 0 as rank, d.id, 'money' as what, 'deposit.under_review' as kind, null::text as by,
      ${SUM('d')} || jsonb_build_object('network', d.network) as details
    from deposit d where d.book = $1
  union all select d.decided_ms, 1, d.id, 'money', 'deposit.' || d.status, d.decided_by,
      case when d.credited_amount is null then jsonb_build_object('reason', d.reason)
        else jsonb_build_object('amount', trim_scale(d.credited_amount)::text, 'currency', d.credited_currency) end
    from deposit d where d.book = $1 and d.decided_ms is not null
  union all select w.requested_ms, 2, w.id, 'money', 'withdrawal.under_review', null,
      ${SUM('w')} || jsonb_build_object('network', w.network)
    from withdrawal w where w.book = $1
  union all select w.decided_ms, 3, w.id, 'money', 'withdrawal.' || w.status, w.decided_by,
      case when w.paid_reference is null then jsonb_build_object('reason', w.reason)
        else jsonb_build_object('text', w.paid_reference) end
    from withdrawal w where w.book = $1 and w.decided_ms is not null
  union all select l.applied_ms, 7, l.id, 'money', 'loan.pending_review', null,
      ${SUM('l')} || jsonb_build_object('days', l.days)
    from loan l where l.book = $1
  union all select l.decided_ms, 8, l.id, 'money', case when l.disbursed_ms is null then 'loan.failed' else 'loan.disbursed' end,
      l.decided_by,
      case when l.disbursed_ms is null and l.reason is not null then jsonb_build_object('reason', l.reason) else ${SUM('l')} end
    from loan l where l.book = $1 and l.decided_ms is not null
  union all select f.asked_ms, 9, f.id, 'money', 'fund_order.pending', null,
      ${SUM('f', "'USDT'")} || jsonb_build_object('days', f.days)
    from fund_order f where f.book = $1
  union all select f.decided_ms, 10, f.id, 'money',
      case when f.started_ms is null then 'fund_order.failed' else 'fund_order.in_progress' end, f.decided_by,
      ${SUM('f', "'USDT'")}
    from fund_order f where f.book = $1 and f.decided_ms is not null
  union all select e.time_ms, 4, e.id, 'security', e.kind, null,
      case when $6::boolean then jsonb_build_object('text', trim(e.address || ' ' || e.agent)) else '{}' end
    from security_event e where e.customer = $1
  union all select g.time_ms, 5, g.id, 'credit', 'credit', null,
      jsonb_build_object('score_before', g.score_before, 'score_after', g.score_after, 'reason', g.reason)
    from credit_change g where g.customer = $1
  union all select a.time_ms, 6, a.seq, 'operator', a.action, a.operator, jsonb_build_object('reason', a.reason)
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
    by: raw.by,
    details: raw.details,
  }));
}

export async function isCustomer(pool: Pool, customer: bigint): Promise<boolean> {
  const found = await pool.query('select from customer c where c.id = $1', [customer]);
  return found.rowCount === 1;
}
