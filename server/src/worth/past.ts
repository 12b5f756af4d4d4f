/**
 * A customer's claims and debts outside their balances at past times, reconstructed from rows that never change: open profit,
 * amounts that the platform had not paid out yet, and debts on loans. Events at or after a time are excluded.
 */
import { disbursedLoan, loanStanding, payLoan } from '@candor/domain/credit/loan.ts';
import type { LoanAccount } from '@candor/domain/credit/loan.ts';
import { nothingOwed } from '@candor/domain/ledger/valuation.ts';
import type { Estate, Owed } from '@candor/domain/ledger/valuation.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { asText } from '../db/as-text.ts';
import type { Pool } from '../db/pool.ts';
import { readPaymentsTo } from '../ledger/own-flows.ts';
import { openProfitAt, readOpenAt } from '../positions/open-profit.ts';
import type { Instruments } from '../positions/market.ts';
import type { PositionRow } from '../positions/tables.ts';
import { dayEndKey } from '../quotes/day-bids.ts';
import type { DayBids } from '../quotes/day-bids.ts';
import { loanOf, LOAN_COLUMNS } from './loan.ts';
import { UNPAID_INCOME } from './owed.ts';

type Beside = Pick<Estate, 'openProfit' | 'owed'>;
const NOTHING: Beside = { openProfit: 0n, owed: nothingOwed };

export type PastDeps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly instruments: Instruments;
  readonly dayBids: Pick<DayBids, 'quotesAt'>;
};

type Asked = {
  readonly book: bigint;
  /** By the market clock. */
  readonly timesMs: readonly number[];
  /** Returns the whole minute whose last preceding entry gives the prices for a time. By default, this is the time itself. */
  readonly pricedAt?: (timeMs: number) => number;
  readonly nowMs: number;
};

/** Returns a function that takes one of the times. */
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

type Span = { readonly amount: Amount; readonly fromMs: number; readonly untilMs: number | null };

async function readDueAt(
  pool: Pick<Pool, 'query'>,
  { book, timesMs }: Asked,
): Promise<ReadonlyMap<number, Amount>> {
  const [promised, debts] = await Promise.all([readPromised(pool, { book, timesMs }), readDebts(pool, book)]);
  const spans = [...promised, ...debts];
  return new Map(
    timesMs.map((ms) => [
      ms,
      spans
        .filter(({ fromMs, untilMs }) => fromMs < ms && (untilMs === null || untilMs >= ms))
        .reduce((sum, { amount }) => sum + amount, 0n),
    ]),
  );
}

/** Reads rewards and income that were promised before one of the times and had not been paid by then. */
async function readPromised(
  pool: Pick<Pool, 'query'>,
  { book, timesMs }: Pick<Asked, 'book' | 'timesMs'>,
): Promise<readonly Span[]> {
  const { rows } = await pool.query<{ amount: string; from_ms: string; until_ms: string | null }>({
    name: 'promised-at',
    text: `select s.amount, s.from_ms, s.until_ms from (
        select w.amount, w.time_ms as from_ms, w.paid_ms as until_ms from referral_reward w
          where w.book = $1 and w.status <> 'none' and w.amount > 0
        union all
        select p.amount, d.published_ms, p.paid_ms from fund_payment p join fund_day d on d.day = p.day
          where p.book = $1 and p.amount > 0
        union all
        select ${UNPAID_INCOME}, d.published_ms, null from fund_order f
          join fund_rate r on r.day = f.due_ms / 86400000 - 1 and r.project = f.project and r.terms_version = f.terms_version
          join fund_day d on d.day = r.day
          where f.book = $1 and f.started_ms is not null and f.due_ms is not null
      ) s where exists (select from unnest($2::bigint[]) as t (ms)
        where s.from_ms < t.ms and (s.until_ms is null or s.until_ms >= t.ms))`,
    values: [book, timesMs],
  });
  return rows.map(({ amount, from_ms: fromMs, until_ms: untilMs }) => ({
    ...{ amount: fromNumeric(amount), fromMs: Number(fromMs) },
    untilMs: untilMs === null ? null : Number(untilMs),
  }));
}

/** Reads debts of the platform. Each counts in full from its beginning, and is reduced by every payment. */
async function readDebts(pool: Pick<Pool, 'query'>, book: bigint): Promise<readonly Span[]> {
  const { rows } = await pool.query<
    Record<'id' | 'amount' | 'paid' | 'status' | 'created_ms' | 'updated_ms', string>
  >({
    name: 'debts-of-past',
    text: `select d.id, d.amount, d.paid, d.status, d.created_ms, d.updated_ms from house_debt d
      where d.book = $1 and d.collateral = 'contract'`,
    values: [book],
  });
  const refs = rows.map(({ id }) => `house_debt:${id}`);
  const payments = await readPaymentsTo(pool, { book, account: 'contract', refs });
  return [
    ...rows.flatMap((row) => {
      const [amount, paid] = [fromNumeric(row.amount), fromNumeric(row.paid)];
      const whole = { amount, fromMs: Number(row.created_ms), untilMs: null };
      return row.status === 'ended'
        ? [whole, { amount: paid - amount, fromMs: Number(row.updated_ms), untilMs: null }]
        : [whole];
    }),
    ...payments.map(({ amount, timeMs }) => ({ amount: -amount, fromMs: timeMs, untilMs: null })),
  ];
}

type Lent = {
  readonly loan: LoanAccount;
  readonly payments: readonly { readonly timeMs: number; readonly amount: Amount }[];
  /** When starting over in a demo ended the loan. */
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

/** Computes the debt at a time by replaying the payments up to it. */
function debtAt({ loan, payments, endedMs }: Lent, timeMs: number): Amount {
  if (loan.disbursedMs >= timeMs || (endedMs !== null && endedMs < timeMs)) return 0n;
  const begun = disbursedLoan(loan, loan.disbursedMs);
  const then = payments
    .filter((paid) => paid.timeMs < timeMs)
    .reduce((account, paid) => payLoan(account, paid.amount, paid.timeMs).loan, begun);
  return loanStanding(then, timeMs - 1).due;
}
