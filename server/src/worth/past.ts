/**
 * What a customer had and owed outside their balances at past times, rebuilt from rows that never change: open profit, amounts that
 * the platform had not paid out yet, and debts on loans. Each time excludes what happened at it or later.
 */
import { disbursedLoan, loanStanding, payLoan } from '@candor/domain/credit/loan.ts';
import type { LoanAccount } from '@candor/domain/credit/loan.ts';
import { nothingOwed } from '@candor/domain/ledger/valuation.ts';
import type { Estate, Owed } from '@candor/domain/ledger/valuation.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { asText } from '../db/as-text.ts';
import type { Pool } from '../db/pool.ts';
import { openProfitAt, readOpenAt } from '../positions/open-profit.ts';
import type { Instruments } from '../positions/market.ts';
import type { PositionRow } from '../positions/tables.ts';
import { dayEndKey } from '../quotes/day-bids.ts';
import type { DayBids } from '../quotes/day-bids.ts';
import { loanOf, LOAN_COLUMNS } from './loan.ts';
import { UNPAID_INCOME, UNPAID_ORDERS } from './owed.ts';

type Beside = Pick<Estate, 'openProfit' | 'owed'>;
const NOTHING: Beside = { openProfit: 0n, owed: nothingOwed };

export type PastDeps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly instruments: Instruments;
  readonly dayBids: Pick<DayBids, 'quotesAt'>;
};

type Asked = {
  readonly book: bigint;
  /** Market time. */
  readonly timesMs: readonly number[];
  /** The whole minute whose last entry before it prices a time; the time itself if absent. */
  readonly pricedAt?: (timeMs: number) => number;
  readonly nowMs: number;
};

/** Returns a function of one of the times. */
export async function readPast(deps: PastDeps, asked: Asked): Promise<(timeMs: number) => Beside> {
  const { book, timesMs, nowMs, pricedAt = (timeMs) => timeMs } = asked;
  if (timesMs.length === 0) return () => NOTHING;
  const [rows, due, loans] = await Promise.all([
    readOpenAt(deps.pool, { book, timesMs }),
    readDueAt(deps.pool, asked),
    readLent(deps.pool, book),
  ]);
  const quotes = await deps.dayBids.quotesAt(endsOf(rows, { timesMs, pricedAt }), nowMs);
  return (timeMs) => {
    const quoteOf = (symbol: string) => quotes.get(dayEndKey({ symbol, endMs: pricedAt(timeMs) }));
    const openProfit = openProfitAt(rows, { timeMs, instruments: deps.instruments, quoteOf });
    const owed: Owed = {
      due: due.get(timeMs) ?? 0n,
      loans: loans.reduce((sum, loan) => sum + debtAt(loan, timeMs), 0n),
    };
    return { openProfit, owed };
  };
}

function endsOf(
  rows: readonly PositionRow[],
  { timesMs, pricedAt }: Required<Pick<Asked, 'timesMs' | 'pricedAt'>>,
) {
  return rows.flatMap(({ symbol, entryMs, closedMs }) =>
    timesMs
      .filter((ms) => entryMs !== null && entryMs < ms && (closedMs === null || closedMs >= ms))
      .map((ms) => ({ symbol, endMs: pricedAt(ms) })),
  );
}

async function readDueAt(
  pool: Pick<Pool, 'query'>,
  { book, timesMs }: Asked,
): Promise<ReadonlyMap<number, Amount>> {
  const { rows } = await pool.query<{ ms: string; amount: string }>({
    name: 'due-at',
    text: `with debt as (
        select d.id, d.amount, d.paid, d.status, d.created_ms, d.updated_ms from house_debt d
        where d.book = $1 and d.collateral = 'contract'
      ), span (amount, from_ms, until_ms) as (
        select d.amount, d.created_ms, null::bigint from debt d
        union all
        select -p.amount, j.time_ms, null from debt d
          join journal j on j.book = $1 and j.kind = 'debt_payment' and j.ref = 'house_debt:' || d.id
          cross join lateral unnest(j.accounts, j.amounts) as p (account, amount) where p.account = 'contract'
        union all
        select d.paid - d.amount, d.updated_ms, null from debt d where d.status = 'ended'
        union all
        select w.amount, w.time_ms, w.paid_ms from referral_reward w where w.book = $1 and w.status <> 'none' and w.amount > 0
        union all
        select p.amount, d.published_ms, p.paid_ms from fund_payment p join fund_day d on d.day = p.day
          where p.book = $1 and p.amount > 0
        union all
        select ${UNPAID_INCOME}, d.published_ms, null from ${UNPAID_ORDERS} join fund_day d on d.day = r.day
          where f.book = $1 and f.started_ms is not null and f.due_ms is not null
      )
      select t.ms, sum(s.amount) as amount from unnest($2::bigint[]) as t (ms)
        join span s on s.from_ms < t.ms and (s.until_ms is null or s.until_ms >= t.ms) group by t.ms`,
    values: [book, timesMs],
  });
  return new Map(rows.map(({ ms, amount }) => [Number(ms), fromNumeric(amount)]));
}

type Lent = {
  readonly loan: LoanAccount;
  readonly payments: readonly { readonly timeMs: number; readonly amount: Amount }[];
  /** When starting over ended the loan, in a demo. */
  readonly endedMs: number | null;
};

async function readLent(pool: Pick<Pool, 'query'>, book: bigint): Promise<readonly Lent[]> {
  const { rows } = await pool.query<Record<string, string | null>>({
    name: 'loans-of-past',
    text: `select ${LOAN_COLUMNS}, case when l.reason = 'start_over' then l.settled_ms end as ended_ms,
        (select coalesce(json_agg(json_build_array(p.time_ms, p.amount::text) order by p.journal_seq), '[]') from loan_payment p
          where p.book = l.book and p.loan = l.id) as payments
      from loan l where l.book = $1 and l.disbursed_ms is not null`,
    values: [book],
    types: asText,
  });
  return rows.map((row) => ({
    loan: loanOf(row),
    payments: (JSON.parse(row['payments'] ?? '[]') as [number, string][]).map(([timeMs, amount]) => ({
      timeMs,
      amount: fromNumeric(amount),
    })),
    endedMs: row['ended_ms'] === null || row['ended_ms'] === undefined ? null : Number(row['ended_ms']),
  }));
}

/** Replays the payments until then. */
export function debtAt({ loan, payments, endedMs }: Lent, timeMs: number): Amount {
  if (loan.disbursedMs >= timeMs || (endedMs !== null && endedMs < timeMs)) return 0n;
  const begun = disbursedLoan(loan, loan.disbursedMs);
  const then = payments
    .filter((paid) => paid.timeMs < timeMs)
    .reduce((account, paid) => payLoan(account, paid.amount, paid.timeMs).loan, begun);
  return loanStanding(then, timeMs - 1).due;
}
