/** The morning view: the queues in which something waits, what is unusual, and what operators decided since the evening before. */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { unusualKinds } from '@candor/protocol/desk/unusual-kinds.ts';
import type { Pool } from '../../db/pool.ts';
import { backlogOf } from '../../operators/cases.ts';
import type { CaseSource } from '../../operators/cases.ts';

type Morning = ConsoleOutput<'GET morning'>;
type Unusual = Morning['unusual'][number];

export type MorningDeps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly cases: readonly CaseSource[];
  /** The house's time, which dates what operators and customers do. */
  readonly now: () => number;
  /** Dates freezes and breaches. */
  readonly wallNow: () => number;
  /** Dates the tape and void options. */
  readonly marketNow: () => number;
};

/** Decisions are read through an index of their times, and a week has few enough to count. */
const LONGEST_MS = 7 * DAY_MS;
const SHOWN_MAX = 40;
/** Halts and void options are grouped by symbol. Of anything else, one kind shows at most this many. */
const OF_A_KIND_MAX = 20;
/** A feed that stopped for days while options waited may have left any number of entries. */
const GAPS_READ_MAX = 2000;

export async function morningOf({ pool, cases, ...clocks }: MorningDeps, fromMs: number): Promise<Morning> {
  const nowMs = clocks.now();
  const passedMs = Math.min(Math.max(nowMs - fromMs, 0), LONGEST_MS);
  const marketNowMs = clocks.marketNow();
  const since = {
    houseMs: nowMs - passedMs,
    wallMs: clocks.wallNow() - passedMs,
    marketMs: marketNowMs - passedMs,
    marketNowMs,
  };
  const [backlogs, unusual, decided] = await Promise.all([
    Promise.all(
      cases.map(async ({ kind, ...source }) => ({
        kind,
        ...(await backlogOf(pool, { kind, ...source }, nowMs)),
      })),
    ),
    unusualSince(pool, since),
    decidedSince(pool, since.houseMs),
  ]);
  return {
    since: secondsOf(since.houseMs),
    waiting: backlogs
      .filter(({ count }) => count > 0)
      .map(({ kind, count, overdue, oldestSince }) => ({ kind, count, overdue, oldest_since: oldestSince })),
    unusual,
    decided: decided.slice(0, SHOWN_MAX),
    more: decided.length > SHOWN_MAX,
  };
}

const secondsOf = (ms: string | number): number => Math.max(0, Math.floor(Number(ms) / 1000));

async function decidedSince(pool: MorningDeps['pool'], sinceMs: number): Promise<Morning['decided']> {
  const { rows } = await pool.query<{
    operator: string;
    role: OperatorRole;
    action: string;
    count: number;
    newest_ms: string;
  }>({
    name: 'morning-decided',
    text: `select a.operator, a.role, a.action, count(*)::int as count, max(a.time_ms) as newest_ms from audit a
      where a.approval is not null and a.time_ms >= $1
      group by a.operator, a.role, a.action order by newest_ms desc, a.operator, a.action limit $2`,
    values: [sinceMs, SHOWN_MAX + 1],
  });
  return rows.map(({ newest_ms: newestMs, ...row }) => ({ ...row, newest_at: secondsOf(newestMs) }));
}

/** Each selects kind, what, detail, customer, count, amount, currency, at_ms and until_ms. `$1` is the time, and `$2` the most rows. */
const HOUSE_BOOKS = `
  (select 'freeze' as kind, f.reason as what, null::text as detail, null::bigint as customer, null::int as count,
      null::numeric as amount, null::text as currency, f.since_ms as at_ms, f.until_ms
    from guard_freeze f where f.until_ms is null or f.until_ms >= $1 order by f.number desc limit $2)
  union all
  (select 'guard_silent', '', null, null, null, null, null, b.beat_ms, null
    from guard_beat b where not books_hold() and not exists (select from guard_freeze f where f.until_ms is null))
  union all
  (select 'breach', b.invariant, b.detail, null, null, null, null, b.found_ms, b.cleared_ms
    from books_breach b where b.cleared_ms is null or b.cleared_ms >= $1 order by b.id desc limit $2)`;

/**
 * A halt is a gap entry that follows a quote while the market of its symbol is open. It lasts until the next quote. An entry that
 * only reports rejected quotes is none (`features/fill-quality/halts.ts`). A feed is silent if its newest entry is older than it may
 * be while the market is open at `$3`.
 */
const MARKET = `
  (select 'halt' as kind, t.symbol as what, max(h.halted_because) filter (where h.halted) as detail, null::bigint as customer,
      count(*)::int as count, null::numeric as amount, null::text as currency, min(t.time_ms) as at_ms,
      case when bool_or(h.halted) then null else max(ends.time_ms) end as until_ms
    from (select g.symbol, g.seq, g.time_ms from tape g where g.gap and g.cause is distinct from 'reject' and g.time_ms >= $1
        order by g.time_ms desc limit ${GAPS_READ_MAX}) t
      join tape_head h on h.symbol = t.symbol
      cross join lateral (select b.gap from tape b
        where b.symbol = t.symbol and b.seq < t.seq and b.cause is distinct from 'reject' order by b.seq desc limit 1) before
      left join lateral (select l.time_ms from tape l where l.symbol = t.symbol and l.seq > t.seq and not l.gap
        order by l.seq limit 1) ends on true
    where not before.gap and session_reopens_ms(t.symbol, t.time_ms) is null
    group by t.symbol order by t.symbol)
  union all
  (select 'voids', v.symbol, null, null, count(*)::int, sum(v.stake_usdt), 'USDT', max(v.settled_ms), null
    from option_ticket v where v.status = 'void' and v.reason <> 'start_over' and v.settled_ms >= $1
    group by v.symbol order by v.symbol limit $2)
  union all
  (select 'silent', h.symbol, null, null, null, null, null, floor(extract(epoch from h.written_at) * 1000)::bigint, null
    from tape_head h
    where h.seq > 0 and not h.halted and clock_timestamp() - h.written_at > h.stale_after_ms * interval '1 millisecond'
      and session_reopens_ms(h.symbol, $3) is null
    order by h.symbol limit $2)`;

/** Large are those that take two operators. */
const LARGE_WITHDRAWALS = `
  select 'large_withdrawal' as kind, w.id::text as what, w.status as detail, w.book as customer, null::int as count, w.amount,
    w.currency, w.requested_ms as at_ms, w.decided_ms as until_ms
  from (
    (select * from withdrawal o where o.status in ('under_review', 'waiting') and o.needs_second
      order by o.requested_ms desc limit $2)
    union all
    (select * from withdrawal d where d.decided_ms >= $1 and d.needs_second order by d.decided_ms desc limit $2)
  ) w order by w.requested_ms desc limit $2`;

type Since = {
  readonly houseMs: number;
  readonly wallMs: number;
  readonly marketMs: number;
  readonly marketNowMs: number;
};
type Raw = Omit<Unusual, 'at' | 'until'> & { at_ms: string; until_ms: string | null };

async function unusualSince(pool: MorningDeps['pool'], since: Since): Promise<Unusual[]> {
  const selects = [
    { name: 'morning-books', text: HOUSE_BOOKS, fromMs: since.wallMs },
    { name: 'morning-market', text: MARKET, fromMs: since.marketMs, more: [since.marketNowMs] },
    { name: 'morning-withdrawals', text: LARGE_WITHDRAWALS, fromMs: since.houseMs },
  ];
  const found = await Promise.all(
    selects.map(({ name, text, fromMs, more = [] }) =>
      pool.query<Raw>({ name, text, values: [fromMs, OF_A_KIND_MAX, ...more] }),
    ),
  );
  return found
    .flatMap(({ rows }) => rows)
    .map(({ at_ms: atMs, until_ms: untilMs, ...row }) => ({
      ...row,
      amount: row.amount === null ? null : formatAmount(fromNumeric(row.amount)),
      at: secondsOf(atMs),
      until: untilMs === null ? null : secondsOf(untilMs),
    }))
    .toSorted((one, other) => unusualKinds.indexOf(one.kind) - unusualKinds.indexOf(other.kind));
}
