/** The rows of the fund, as the command executor reads and writes them: orders, an account's uses, and income payments. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { log, table, view } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

type Told = CallOutput<'GET lh/deposit/order'>['items'][number];
export type FundStatus = Told['status'];
export type FundReason = NonNullable<Told['reason']>;

/** Times are market clock unless noted. */
export const fundOrders = table(
  'fund_order',
  {
    ...key,
    /** The tier. */
    project: whole().fixed(),
    termsVersion: whole().fixed(),
    amount: amount().fixed(),
    /** Fraction per day. */
    rateMin: amount().fixed(),
    rateMax: amount().fixed(),
    days: whole().fixed(),
    earlyFeeRate: amount().fixed(),
    status: text<FundStatus>(),
    reason: text<FundReason>().orNull(),
    version: whole(),
    appliedMs: whole().fixed(),
    /** The same by wall clock, from which an operator's deadline runs. */
    askedMs: whole().fixed(),
    startedMs: whole().orNull(),
    /** From when its days count: from its start, or under older rules from the midnight before. */
    countsFromMs: whole().orNull(),
    endsMs: whole().orNull(),
    endedMs: whole().orNull(),
    paidDays: whole(),
    income: amount(),
    fee: amount(),
    /**
     * When it starts by itself, its next mark, or after the last mark the midnight at which the rest is due; null if it waits
     * for no time.
     */
    dueMs: whole().orNull(),
    /** When it is checked next. */
    wakeMs: whole().orNull(),
    armedSeq: bigint(),
    /** The account of the operator who accepted or refused it, at a wall-clock time. */
    decidedBy: text().orNull(),
    decidedMs: whole().orNull(),
  },
  {
    openIf: {
      // An ended order is open while the rest of its last day is unpaid.
      where: `(t.status in ('pending', 'in_progress') or t.due_ms is not null)`,
      is: (row) => row.status === 'pending' || row.status === 'in_progress' || row.dueMs !== null,
    },
  },
);

/** How often the account joined a tier; the id is the tier's number. */
export const fundUses = table('fund_use', { ...key, used: whole() });

/** The published rate that an order waits for; missing until it is published. */
export const nextRates = view('fund_next_rate', { ...key, day: whole(), rate: amount() });

export const fundPayments = log('fund_payment', {
  book: bigint(),
  orderId: bigint(),
  /** Numbers the order's marks, followed by the rest of the last day. */
  number: whole(),
  markMs: whole(),
  /** UTC days since 1 January 1970, whose published rate applies. */
  day: whole(),
  /** How many milliseconds of that day the order was in the fund. */
  partMs: whole(),
  rate: amount(),
  amount: amount(),
  paidMs: whole(),
  /** Null if the rate was zero. */
  journalSeq: bigint().orNull(),
});

export type FundOrderRow = RowOf<typeof fundOrders>;
export type FundUse = RowOf<typeof fundUses>;
export type FundPaymentRow = RowOf<typeof fundPayments>;
