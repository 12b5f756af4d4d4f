/** The rows of the fund, as the command executor reads and writes them: orders, an account's uses, and income payments. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { log, table, view } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

type Told = CallOutput<'GET lh/deposit/order'>['items'][number];
export type FundStatus = Told['status'];
export type FundReason = NonNullable<Told['reason']>;

/** Unless noted otherwise, times are by the market clock. */
export const fundOrders = table(
  'fund_order',
  {
    ...key,
    /** Number of the tier. */
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
    /** Wall-clock time of the request. The operators' deadline is measured from it. */
    askedMs: whole().fixed(),
    startedMs: whole().orNull(),
    /** Time from which the order's days count: its start or, under older rules, the midnight before. */
    countsFromMs: whole().orNull(),
    endsMs: whole().orNull(),
    endedMs: whole().orNull(),
    paidDays: whole(),
    income: amount(),
    fee: amount(),
    /**
     * Next time at which something is due: the automatic start, the next mark or, after the last mark, the midnight at which the
     * rest is paid. Null if nothing is due.
     */
    dueMs: whole().orNull(),
    /** When the order is next checked. */
    wakeMs: whole().orNull(),
    armedSeq: bigint(),
    /** The account of the operator who accepted or refused the order, and the wall-clock time of the verdict. */
    decidedBy: text().orNull().personal(),
    decidedMs: whole().orNull(),
  },
  {
    openIf: {
      // An order that has ended still counts as open while the rest of its last day is unpaid.
      where: `(t.status in ('pending', 'in_progress') or t.due_ms is not null)`,
      is: (row) => row.status === 'pending' || row.status === 'in_progress' || row.dueMs !== null,
    },
  },
);

/** The number of times that an account joined a tier. The row id is the tier's number. */
export const fundUses = table('fund_use', { ...key, used: whole() });

/** The published rate that an order awaits. The view has no row until the rate is published. */
export const nextRates = view('fund_next_rate', { ...key, day: whole(), rate: amount() });

export const fundPayments = log('fund_payment', {
  book: bigint(),
  orderId: bigint(),
  /** The number of the mark; the rest of the last day has the number after the last mark. */
  number: whole(),
  markMs: whole(),
  /** The day whose published rate applies, in UTC days since 1 January 1970. */
  day: whole(),
  /** Milliseconds of the day during which the order was in the fund. */
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
