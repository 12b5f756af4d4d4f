/** Effects of a change to a fund order: next row, event, notices, and counters. */
import { inPerCent, restDueMs } from '@candor/domain/fund/income.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { put } from '../../commands/command.ts';
import type { Append, CustomerEvent, Effects, Facts, Put } from '../../commands/command.ts';
import { marketMs } from '../../commands/market-time.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { countedOff, FUND_CURRENCY, fundArmings } from './money.ts';
import { fundOrders, fundUses } from './tables.ts';
import type { FundOrderRow, FundReason } from './tables.ts';

export type FundOrderView = CallOutput<'GET lh/deposit/order'>['items'][number];
export type WithoutAnswer = Omit<Effects<never>, 'answer'>;

export function fundOrderView(row: FundOrderRow): FundOrderView {
  return {
    id: row.id.toString(),
    project_id: row.project.toString(),
    currency: FUND_CURRENCY,
    amount: formatAmount(row.amount),
    rate_min: formatAmount(inPerCent(row.rateMin)),
    rate_max: formatAmount(inPerCent(row.rateMax)),
    days: row.days,
    early_fee_rate: formatAmount(inPerCent(row.earlyFeeRate)),
    status: row.status,
    reason: row.reason,
    income: formatAmount(row.income),
    fee: formatAmount(row.fee),
    profit: formatAmount(row.income - row.fee),
    paid_days: row.paidDays,
    applied_at: secondsOf(row.appliedMs),
    started_at: orNull(row.startedMs),
    expires_at: orNull(row.endsMs),
    next_income_at: row.startedMs === null ? null : orNull(row.dueMs),
    last_income_at: lastIncomeAt(row),
    ended_at: orNull(row.endedMs),
  };
}

export const secondsOf = (ms: number): number => Math.floor(ms / 1000);
const orNull = (ms: number | null): number | null => (ms === null ? null : secondsOf(ms));

/** Returns the due time of the order's last payment, or null before the order starts. */
function lastIncomeAt({ countsFromMs, days, endsMs }: FundOrderRow): number | null {
  if (countsFromMs === null) return null;
  return orNull(restDueMs({ countsFromMs, days }) ?? endsMs);
}

/** Returns the effects of a change: the next row, the engine's trigger, and an event for the customer's devices. */
export function changed(row: FundOrderRow, before?: FundOrderRow): WithoutAnswer {
  const event: CustomerEvent = { name: 'fund', payload: () => ({ order: fundOrderView(row) }) };
  return { puts: [put(fundOrders, row)], armings: fundArmings(row, before), events: [event] };
}

type End = { readonly status: 'ended' | 'failed'; readonly reason: FundReason } & Partial<
  Pick<FundOrderRow, 'fee' | 'income' | 'paidDays' | 'decidedBy' | 'decidedMs'>
>;

export function endedRow(row: FundOrderRow, end: End, facts: Facts): FundOrderRow {
  const waitsForNothing = { dueMs: null, wakeMs: null, endedMs: marketMs(facts) };
  return { ...row, ...end, ...waitsForNothing, version: row.version + 1 };
}

/** Ends an order and removes it from all counters. */
export function ended(row: FundOrderRow, next: FundOrderRow): WithoutAnswer {
  return { ...changed(next, row), counts: countedOff(row) };
}

/** Reverts the account's use of the tier for an order that never started. */
export function useGivenBack({ project }: FundOrderRow, facts: Facts): Put[] {
  const use = facts.openRows(fundUses).find(({ id }) => id === BigInt(project));
  if (use === undefined)
    throw new Error(`expected the uses of tier ${project} by book ${facts.book} to be gathered, found none`);
  return [put(fundUses, { ...use, used: use.used - 1 })];
}

type FundNotice = Extract<NoticeKind, `fund_${string}`>;

/** Builds a notice with the parameters that all fund notices share. */
export function noticeOf(
  kind: FundNotice,
  row: FundOrderRow,
  facts: Facts,
  params: Readonly<Record<string, string>> = {},
): Append {
  const order = row.id.toString();
  return noticeNow(facts, kind, {
    order,
    amount: formatAmount(row.amount),
    currency: FUND_CURRENCY,
    ...params,
  });
}

/** Builds the notice that is sent a day before the order ends. */
export function endingNotices(row: FundOrderRow, facts: Facts): Append[] {
  return row.paidDays === row.days - 1 ? [noticeUntil('fund_ending', row, facts)] : [];
}

const INCOME_TOLD_DAYS = 7;

/**
 * Builds the notice about the income so far. It is sent only once a week, because a daily notice would bury the others. The last
 * day has a separate notice.
 */
export function incomeNotices(row: FundOrderRow, facts: Facts): Append[] {
  const { paidDays, days, income } = row;
  if (paidDays % INCOME_TOLD_DAYS !== 0 || paidDays >= days - 1 || income === 0n) return [];
  const params = { income: formatAmount(income), day: paidDays.toString(), days: days.toString() };
  return [noticeOf('fund_income', row, facts, params)];
}

/** Builds a notice with the time at which the order ends. */
export function noticeUntil(kind: 'fund_started' | 'fund_ending', row: FundOrderRow, facts: Facts): Append {
  if (row.endsMs === null) throw new Error(`expected fund order ${row.id} to have started`);
  return noticeOf(kind, row, facts, { until: secondsOf(row.endsMs).toString() });
}
