/**
 * Rules for a fund order over time, as pure functions: its start, the payment at the end of each of its days, its end with the
 * last of these payments, and the payment for the rest of that calendar day once the day's rate is published.
 */
import { incomeOf, markOf, partOf, rateDayOf, restDueMs } from '@candor/domain/fund/income.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { append } from '../../commands/command.ts';
import type { Decision, Facts, Needs } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { clockSeq, marketMs } from '../../commands/market-time.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';
import { changed, ended, endedRow, noticeOf, endingNotices, incomeNotices, noticeUntil } from './effects.ts';
import type { WithoutAnswer } from './effects.ts';
import {
  FUND_CLOSED,
  FUND_CURRENCY,
  FUND_INCOME,
  FUND_START,
  incomeJournal,
  principalCounter,
  returnJournal,
  triggerOf,
} from './money.ts';
import type { FundTrigger } from './money.ts';
import { fundOrders, fundPayments, nextRates } from './tables.ts';
import type { FundOrderRow, FundPaymentRow } from './tables.ts';

export type DueFiring = {
  readonly id: bigint;
  readonly version: number;
  /** The tape entry at which the order came due. */
  readonly entry: TapeEntry;
};

/** Whether the order was still awaiting this firing. */
type Fired = { readonly fired: boolean };
const STALE = ok({ answer: { fired: false } });

/** How long to wait before checking again an order that can't start now, or whose rate is not published yet. */
const BARRED_AGAIN_MS = 60_000;
const UNPUBLISHED_AGAIN_MS = 1000;

/** Returns the order if it awaits this trigger at this version. */
function waitingRow({ id, version, entry }: DueFiring, kind: FundTrigger, facts: Facts) {
  const row = facts.row(fundOrders, id);
  if (row === undefined || triggerOf(row) !== kind || row.version !== version || row.wakeMs === null)
    return undefined;
  if (entry.timeMs < row.wakeMs)
    throw new FalselyFired(`fund order ${id} was fired at ${entry.timeMs}, before its time`);
  return row;
}

function lookedAtAgain(row: FundOrderRow, entry: TapeEntry, afterMs: number): WithoutAnswer {
  const next = { ...row, version: row.version + 1, wakeMs: entry.timeMs + afterMs, armedSeq: entry.seq };
  const { puts = [], armings = [] } = changed(next);
  return { puts, armings };
}

/**
 * Starts an order automatically. While the customer is not allowed to invest or the fund is closed, the order stays pending and
 * can be cancelled.
 */
export function decideStart(
  firing: DueFiring & { readonly jurisdictions: JurisdictionMode },
  facts: Facts,
): Decision<Fired, never> {
  const row = waitingRow(firing, FUND_START, facts);
  if (row === undefined) return STALE;
  const at = { nowMs: facts.wallMs, jurisdictions: firing.jurisdictions };
  if (facts.counter(FUND_CLOSED) > 0n || gateViolation(gateOf(facts), 'fund_join', at) !== undefined) {
    return ok({ answer: { fired: true }, ...lookedAtAgain(row, firing.entry, BARRED_AGAIN_MS) });
  }
  return ok({ answer: { fired: true }, ...started(row, facts) });
}

/**
 * Starts an order. From this millisecond on, its principal is part of the weights by which publication distributes income.
 */
export function started(
  row: FundOrderRow,
  facts: Facts,
  by: Pick<FundOrderRow, 'decidedBy' | 'decidedMs'> = { decidedBy: null, decidedMs: null },
): WithoutAnswer {
  const startedMs = marketMs(facts);
  const dueMs = markOf(startedMs, 1);
  const next: FundOrderRow = {
    ...row,
    ...by,
    ...{ status: 'in_progress', version: row.version + 1 },
    ...{ startedMs, countsFromMs: startedMs, endsMs: markOf(startedMs, row.days) },
    ...{ dueMs, wakeMs: dueMs, armedSeq: clockSeq(facts) },
  };
  return {
    ...changed(next, row),
    counts: [{ counter: principalCounter(next), by: next.amount }],
    appends: [noticeUntil('fund_started', next, facts), ...endingNotices(next, facts)],
  };
}

/** Other customers' shares of a customer's income, reserved in the same transaction. */
export type IncomeShares<Chain> = {
  /** Read before the command; the data never changes. */
  readonly chainOf: (book: bigint) => Promise<Chain>;
  readonly needs: (chain: Chain) => Needs;
  readonly of: (facts: Facts, paid: SharedIncome<Chain>) => WithoutAnswer;
};
export type SharedIncome<Chain> = {
  readonly orderId: bigint;
  readonly number: number;
  readonly income: Amount;
  readonly chain: Chain;
  /** The number of the first journal for the shares. */
  readonly journalSeq: bigint;
};

type Shared = (facts: Facts, paid: Omit<SharedIncome<never>, 'chain'>) => WithoutAnswer;

/**
 * Makes the due payment once its rate is published: either for a mark, of which the last ends the order, or for the rest of the
 * last day.
 */
export function decideIncome(firing: DueFiring, facts: Facts, shared?: Shared): Decision<Fired, never> {
  const row = waitingRow(firing, FUND_INCOME, facts);
  if (row === undefined) return STALE;
  const payment = paymentOf(row, facts);
  if (payment === undefined) {
    return ok({ answer: { fired: true }, ...lookedAtAgain(row, firing.entry, UNPUBLISHED_AGAIN_MS) });
  }
  const { number, amount: income } = payment;
  const moved = income === 0n ? [] : [incomeJournal(row, income)];
  const next = paidOn(row, payment, { facts, entry: firing.entry });
  const journals = [...moved, ...(next.journals ?? [])];
  const journalSeq = facts.journalSeq + BigInt(journals.length);
  const share = income === 0n ? undefined : shared?.(facts, { orderId: row.id, number, income, journalSeq });
  return ok({
    answer: { fired: true },
    journals: [...journals, ...(share?.journals ?? [])],
    puts: [...(next.puts ?? []), ...(share?.puts ?? [])],
    appends: [append(fundPayments, payment), ...(next.appends ?? []), ...(share?.appends ?? [])],
    armings: [...(next.armings ?? []), ...(share?.armings ?? [])],
    counts: [...(next.counts ?? []), ...(share?.counts ?? [])],
    events: [...(next.events ?? []), ...(share?.events ?? [])],
  });
}

/** Returns the due payment, or undefined while its rate is not published. */
function paymentOf(row: FundOrderRow, facts: Facts): FundPaymentRow | undefined {
  const published = facts.row(nextRates, row.id);
  const { dueMs, book, id: orderId } = row;
  if (published === undefined || dueMs === null) return undefined;
  const { day, rate } = published;
  const partMs = partOf(spanOf(row), day);
  if (day !== rateDayOf(dueMs) || partMs === 0)
    throw new Error(`expected fund order ${orderId} to wait for day ${day}, found a different day`);
  const amount = incomeOf(row.amount, rate, partMs);
  // Publication reserved the money. If the escrow lacks it, the ledger is inconsistent.
  if (!facts.houseHas('income_escrow', FUND_CURRENCY, amount)) {
    throw new Error(`expected the reserve to cover the income of fund order ${orderId}`);
  }
  const journalSeq = amount === 0n ? null : facts.journalSeq;
  const paidMs = marketMs(facts);
  const number = row.paidDays + 1;
  return { book, orderId, number, markMs: dueMs, day, partMs, rate, amount, paidMs, journalSeq };
}

function spanOf({ id, countsFromMs, days }: FundOrderRow) {
  if (countsFromMs === null) throw new Error(`expected fund order ${id} to have started`);
  return { countsFromMs, days };
}

type At = { readonly facts: Facts; readonly entry: TapeEntry };

function paidOn(row: FundOrderRow, { number, amount }: FundPaymentRow, at: At): WithoutAnswer {
  const income = row.income + amount;
  if (number > row.days) return restPaid({ ...row, income }, row);
  const paid = { ...row, paidDays: number, income };
  return number === row.days ? matured(paid, row, at) : goesOn(paid, at);
}

function goesOn(paid: FundOrderRow, { facts, entry }: At): WithoutAnswer {
  const dueMs = markOf(paid.startedMs ?? 0, paid.paidDays + 1);
  const next = { ...paid, version: paid.version + 1, dueMs, wakeMs: dueMs, armedSeq: entry.seq };
  return { ...changed(next), appends: [...endingNotices(next, facts), ...incomeNotices(next, facts)] };
}

/** Returns the principal at the last mark. The rest of that day is paid once the day is over and its rate is published. */
function matured(paid: FundOrderRow, row: FundOrderRow, { facts, entry }: At): WithoutAnswer {
  const { paidDays, income } = paid;
  const end = { status: 'ended', reason: 'matured', paidDays, income } as const;
  const dueMs = restDueMs(spanOf(row));
  const next = { ...endedRow(row, end, facts), dueMs, wakeMs: dueMs, armedSeq: entry.seq };
  return {
    ...ended(row, next),
    journals: [returnJournal(row, 'fund_maturity')],
    appends: [noticeOf('fund_ended', row, facts, { income: formatAmount(income) })],
  };
}

/** Builds the effects of the last payment, after which nothing more is due. */
function restPaid(paid: FundOrderRow, row: FundOrderRow): WithoutAnswer {
  return changed({ ...paid, version: paid.version + 1, dueMs: null, wakeMs: null }, row);
}
