/** The public data of the fund and its strategy: queries and wire form. */
import { STRATEGY_CAPITAL } from '@candor/domain/fund/strategy.ts';
import { inPerCent, yearlyRate } from '@candor/domain/fund/income.ts';
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Period } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import { houseHeld } from '../../ledger/house-standing.ts';
import { FUND_CLOSED } from '../../terms/fund-counters.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { asText } from '../../db/as-text.ts';

type Published = CallOutput<'GET transparency/fund'>;
type DayRates = Published['days'][number]['rates'];
type Shown = CallOutput<'GET transparency/strategy'>;
type TextRow = Record<string, string>;

/** Slightly more than the three months that a chart shows. */
const DAYS_SHOWN = 100;
const REPORTS_SHOWN = 100;

const shownAmount = (numeric: string | undefined): string => formatAmount(fromNumeric(numeric as string));
const secondsOf = (ms: string | undefined): number => Math.floor(Number(ms) / 1000);
const dayText = (day: string | undefined): string =>
  new Date(Number(day) * DAY_MS).toISOString().slice(0, 10);

/** Formats a rate in percent per day, and as its sum over 365 days. */
function rateView(rate: Amount): { rate: string; yearly: string } {
  return { rate: formatAmount(inPerCent(rate)), yearly: formatAmount(inPerCent(yearlyRate(rate))) };
}

/** Reads the current state and the newest days. Today's result is counted from the last 00:00 UTC by the market clock. */
export async function readPublished(pool: Pick<Pool, 'query'>, nowMs: number): Promise<Published> {
  const held = (account: 'strategy' | 'income_escrow') => houseHeld(pool, { account, currency: 'USDT' });
  const [balance, reserved, now, days, rates] = await Promise.all([
    held('strategy'),
    held('income_escrow'),
    readStanding(pool, nowMs - (nowMs % DAY_MS)),
    readDays(pool),
    readRates(pool),
  ]);
  const simulated = now['simulated'] === 't';
  return {
    currency: 'USDT',
    source: simulated ? 'simulated' : 'reported',
    balance: formatAmount(balance),
    reserved: formatAmount(reserved),
    capital: simulated ? formatAmount(STRATEGY_CAPITAL) : '0',
    result_today: shownAmount(now['result_today']),
    principal: shownAmount(now['principal']),
    open: now['open'] === 't',
    days: days.map((row) => dayView(row, rates.get(row['day'] as string) ?? [])),
  };
}

async function readStanding(pool: Pick<Pool, 'query'>, midnightMs: number): Promise<TextRow> {
  const standing = await pool.query<TextRow>({
    name: 'fund-standing',
    text: `select (select s.next_slot_ms from strategy_clock s) is not null as simulated,
        coalesce((select sum(t.result) from strategy_trade t where t.slot_ms >= $1), 0)
          + coalesce((select sum(r.result) from strategy_report r where r.booked_ms >= $1), 0) as result_today,
        coalesce((select sum(c.value) from counter c where c.name ~ '^fund:\\d+:\\d+$'), 0) as principal,
        (select sum(c.value) from counter c where c.name = $2) = 0 as open`,
    values: [midnightMs, FUND_CLOSED],
    types: asText,
  });
  return standing.rows[0] as TextRow;
}

async function readDays(pool: Pick<Pool, 'query'>): Promise<TextRow[]> {
  const days = await pool.query<TextRow>({
    name: 'fund-days',
    text: 'select * from fund_day order by day desc limit $1',
    values: [DAYS_SHOWN],
    types: asText,
  });
  return days.rows;
}

async function readRates(pool: Pick<Pool, 'query'>): Promise<ReadonlyMap<string, DayRates>> {
  const rates = await pool.query<TextRow>({
    name: 'fund-rates',
    text: `select r.* from fund_rate r where r.day in (select d.day from fund_day d order by d.day desc limit $1)
      order by r.day desc, r.project, r.terms_version`,
    values: [DAYS_SHOWN],
    types: asText,
  });
  const ratesOf = new Map<string, DayRates>();
  for (const row of rates.rows) {
    const of = ratesOf.get(row['day'] as string) ?? [];
    of.push({
      project_id: row['project'] as string,
      terms_version: Number(row['terms_version']),
      principal: shownAmount(row['principal']),
      principal_ms: shownAmount(row['principal_ms']),
      ...rateView(fromNumeric(row['rate'] as string)),
    });
    ratesOf.set(row['day'] as string, of);
  }
  return ratesOf;
}

function dayView(row: TextRow, rates: DayRates): Published['days'][number] {
  return {
    day: dayText(row['day']),
    result: shownAmount(row['result']),
    balance: shownAmount(row['balance']),
    wanted: shownAmount(row['wanted']),
    reserved: shownAmount(row['reserved']),
    covered: row['covered'] === 't',
    published_at: secondsOf(row['published_ms']),
    rates,
  };
}

/** Counts orders with an unpaid payment that was due at the given time or earlier, and returns when the oldest was due. */
export async function readUnpaid(
  pool: Pick<Pool, 'query'>,
  nowMs: number,
): Promise<{ readonly unpaid: number; readonly unpaid_since: number | null }> {
  const found = await pool.query<{ unpaid: number; since_ms: string | null }>({
    name: 'fund-unpaid',
    text: `select count(*)::int as unpaid, min(o.due_ms)::text as since_ms
      from fund_order o where o.started_ms is not null and o.due_ms <= $1`,
    values: [nowMs],
  });
  const [row] = found.rows;
  return {
    unpaid: row?.unpaid ?? 0,
    unpaid_since: typeof row?.since_ms === 'string' ? secondsOf(row.since_ms) : null,
  };
}

export type StrategyPage = {
  /** The start of the requested day, if any. */
  readonly dayMs: number | undefined;
  readonly symbol: string | undefined;
  /** The period whose trades are returned; `dayMs` narrows it further. */
  readonly period: Period;
  /** Only trades with a lower id are returned; the list runs from newest to oldest. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

/** Reads a page of trades. The first page also contains the reports. */
export async function readStrategyPage(
  pool: Pick<Pool, 'query'>,
  { dayMs, symbol, period, below, limit }: StrategyPage,
): Promise<Shown> {
  const [trades, reports] = await Promise.all([
    pool.query<TextRow>({
      name: dayMs === undefined ? 'strategy-trades' : 'strategy-day-trades',
      text: `select * from strategy_trade where id < $1 and slot_ms >= $3 and slot_ms < $4 and ($5::text is null or symbol = $5)
        ${dayMs === undefined ? '' : `and slot_ms >= $6 and slot_ms < $6 + ${DAY_MS}`} order by id desc limit $2`,
      values: [
        ...[below ?? 9_000_000_000_000_000_000n, limit + 1, period.fromMs, period.beforeMs, symbol ?? null],
        ...(dayMs === undefined ? [] : [dayMs]),
      ],
      types: asText,
    }),
    below === undefined
      ? pool.query<TextRow>({
          name: 'strategy-reports',
          text: `select * from strategy_report where $1::bigint is null or day = $1 / ${DAY_MS} order by id desc limit $2`,
          values: [dayMs ?? null, REPORTS_SHOWN],
          types: asText,
        })
      : { rows: [] },
  ]);
  const shown = trades.rows.slice(0, limit);
  const leg = (row: TextRow, side: 'buy' | 'sell') => ({
    venue: row[`${side}_venue`] as string,
    price: shownAmount(row[`${side}_price`]),
    fee: shownAmount(row[`${side}_fee`]),
  });
  return {
    items: shown.map((row) => ({
      id: row['id'] as string,
      time: secondsOf(row['slot_ms']),
      symbol: row['symbol'] as string,
      quantity: shownAmount(row['quantity']),
      buy: leg(row, 'buy'),
      sell: leg(row, 'sell'),
      result: shownAmount(row['result']),
      tape_seq: Number(row['tape_seq']),
    })),
    reports: reports.rows.map((row) => ({
      day: dayText(row['day']),
      result: shownAmount(row['result']),
      evidence: row['evidence'] as string,
      booked_at: secondsOf(row['booked_ms']),
    })),
    next: trades.rows.length > limit ? (shown.at(-1)?.['id'] ?? null) : null,
  };
}
