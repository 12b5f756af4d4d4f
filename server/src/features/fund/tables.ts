/** The rows of the fund, as the executor reads and writes them: orders, how often an account joined, payments of income. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { LogTable, RowTable } from '../../commands/table.ts';

type Told = CallOutput<'GET lh/deposit/order'>['items'][number];
export type FundStatus = Told['status'];
export type FundReason = NonNullable<Told['reason']>;

/** Times without a word to them are the market clock's. */
export type FundOrderRow = {
  readonly book: bigint;
  readonly id: bigint;
  /** The tier. */
  readonly project: number;
  readonly termsVersion: number;
  readonly amount: Amount;
  /** Part of one a day. */
  readonly rateMin: Amount;
  readonly rateMax: Amount;
  readonly days: number;
  readonly earlyFeeRate: Amount;
  readonly status: FundStatus;
  readonly reason: FundReason | null;
  readonly version: number;
  readonly appliedMs: number;
  /** The same by the wall clock, from which on it waits to be accepted. */
  readonly askedMs: number;
  readonly startedMs: number | null;
  /** From when on its days count: from its start, or of one that began under older rules from the midnight before. */
  readonly countsFromMs: number | null;
  readonly endsMs: number | null;
  readonly endedMs: number | null;
  readonly paidDays: number;
  readonly income: Amount;
  readonly fee: Amount;
  /** When it starts by itself, its next mark, or after the last the midnight at which the rest is due; null: it waits for no time. */
  readonly dueMs: number | null;
  /** When it is looked at for that. */
  readonly wakeMs: number | null;
  readonly armedSeq: bigint;
  /** The account of the operator who accepted or refused it; wall clock. */
  readonly decidedBy: string | null;
  readonly decidedMs: number | null;
};

export const fundOrders: RowTable<FundOrderRow> = {
  name: 'fund_order',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(whole('project', (row) => row.project)),
    fixed(whole('terms_version', (row) => row.termsVersion)),
    fixed(amountColumn('amount', (row) => row.amount)),
    fixed(amountColumn('rate_min', (row) => row.rateMin)),
    fixed(amountColumn('rate_max', (row) => row.rateMax)),
    fixed(whole('days', (row) => row.days)),
    fixed(amountColumn('early_fee_rate', (row) => row.earlyFeeRate)),
    word('status', (row) => row.status),
    word('reason', (row) => row.reason),
    whole('version', (row) => row.version),
    fixed(whole('applied_ms', (row) => row.appliedMs)),
    fixed(whole('asked_ms', (row) => row.askedMs)),
    whole('started_ms', (row) => row.startedMs),
    whole('counts_from_ms', (row) => row.countsFromMs),
    whole('ends_ms', (row) => row.endsMs),
    whole('ended_ms', (row) => row.endedMs),
    whole('paid_days', (row) => row.paidDays),
    amountColumn('income', (row) => row.income),
    amountColumn('fee', (row) => row.fee),
    whole('due_ms', (row) => row.dueMs),
    whole('wake_ms', (row) => row.wakeMs),
    whole('armed_seq', (row) => row.armedSeq),
    word('decided_by', (row) => row.decidedBy),
    whole('decided_ms', (row) => row.decidedMs),
  ],
  idOf: (row) => row.id,
  // What has ended is open while the rest of its last day is to be paid.
  openWhere: `(t.status in ('pending', 'in_progress') or t.due_ms is not null)`,
  isOpen: (row) => row.status === 'pending' || row.status === 'in_progress' || row.dueMs !== null,
  read: readFundOrder,
};

/** Reads a row of `fund_order`, each value as the text that PostgreSQL sent. */
export function readFundOrder(raw: Readonly<Record<string, string | null>>): FundOrderRow {
  const { text, orNull } = valuesOf(raw);
  const instant = (name: string): number => Number(text(name));
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    project: Number(text('project')),
    termsVersion: Number(text('terms_version')),
    amount: fromNumeric(text('amount')),
    rateMin: fromNumeric(text('rate_min')),
    rateMax: fromNumeric(text('rate_max')),
    days: Number(text('days')),
    earlyFeeRate: fromNumeric(text('early_fee_rate')),
    status: text('status') as FundStatus,
    reason: orNull('reason', (value) => value as FundReason),
    version: Number(text('version')),
    appliedMs: instant('applied_ms'),
    askedMs: instant('asked_ms'),
    startedMs: orNull('started_ms', Number),
    countsFromMs: orNull('counts_from_ms', Number),
    endsMs: orNull('ends_ms', Number),
    endedMs: orNull('ended_ms', Number),
    paidDays: Number(text('paid_days')),
    income: fromNumeric(text('income')),
    fee: fromNumeric(text('fee')),
    dueMs: orNull('due_ms', Number),
    wakeMs: orNull('wake_ms', Number),
    armedSeq: BigInt(text('armed_seq')),
    decidedBy: orNull('decided_by', String),
    decidedMs: orNull('decided_ms', Number),
  };
}

/** How often the account joined a tier, whose number the id is. */
export type FundUse = { readonly book: bigint; readonly id: bigint; readonly used: number };

export const fundUses: RowTable<FundUse> = {
  name: 'fund_use',
  columns: [whole('book', (row) => row.book), whole('id', (row) => row.id), whole('used', (row) => row.used)],
  idOf: (row) => row.id,
  openWhere: 'true',
  isOpen: () => true,
  read: (raw) => {
    const { text } = valuesOf(raw);
    return { book: BigInt(text('book')), id: BigInt(text('id')), used: Number(text('used')) };
  },
};

/** The published rate of what an order waits for; there is none before it was published. */
type NextRate = {
  readonly book: bigint;
  readonly id: bigint;
  readonly day: number;
  readonly rate: Amount;
};

export const nextRates: RowTable<NextRate> = {
  name: 'fund_next_rate',
  columns: [],
  idOf: (row) => row.id,
  openWhere: 'true',
  isOpen: () => true,
  read: (raw) => {
    const { text } = valuesOf(raw);
    return {
      book: BigInt(text('book')),
      id: BigInt(text('id')),
      day: Number(text('day')),
      rate: fromNumeric(text('rate')),
    };
  },
};

export type FundPaymentRow = {
  readonly book: bigint;
  readonly orderId: bigint;
  /** Of the order's marks in their turn, and after the last of them the rest of the last day. */
  readonly number: number;
  readonly markMs: number;
  /** Of UTC, counted from 1 January 1970: whose published rate it is. */
  readonly day: number;
  /** For how many milliseconds of that day the order was in the fund. */
  readonly partMs: number;
  readonly rate: Amount;
  readonly amount: Amount;
  readonly paidMs: number;
  /** Null where the rate was zero. */
  readonly journalSeq: bigint | null;
};

export const fundPayments: LogTable<FundPaymentRow> = {
  name: 'fund_payment',
  columns: [
    whole('book', (row) => row.book),
    whole('order_id', (row) => row.orderId),
    whole('number', (row) => row.number),
    whole('mark_ms', (row) => row.markMs),
    whole('day', (row) => row.day),
    whole('part_ms', (row) => row.partMs),
    amountColumn('rate', (row) => row.rate),
    amountColumn('amount', (row) => row.amount),
    whole('paid_ms', (row) => row.paidMs),
    whole('journal_seq', (row) => row.journalSeq),
  ],
};
