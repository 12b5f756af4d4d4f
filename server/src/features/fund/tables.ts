/** The rows of the fund, as the executor reads and writes them: orders, how often an account joined, payments of income. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { log, table, view } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

type Told = CallOutput<'GET lh/deposit/order'>['items'][number];
export type FundStatus = Told['status'];
export type FundReason = NonNullable<Told['reason']>;

/** Times without a word to them are the market clock's. */
export const fundOrders = table(
  'fund_order',
  {
    ...key,
    /** The tier. */
    project: whole().fixed(),
    termsVersion: whole().fixed(),
    amount: amount().fixed(),
    /** Part of one a day. */
    rateMin: amount().fixed(),
    rateMax: amount().fixed(),
    days: whole().fixed(),
    earlyFeeRate: amount().fixed(),
    status: text<FundStatus>(),
    reason: text<FundReason>().orNull(),
    version: whole(),
    appliedMs: whole().fixed(),
    /** The same by the wall clock, from which on it waits to be accepted. */
    askedMs: whole().fixed(),
    startedMs: whole().orNull(),
    /** From when on its days count: from its start, or of one that began under older rules from the midnight before. */
    countsFromMs: whole().orNull(),
    endsMs: whole().orNull(),
    endedMs: whole().orNull(),
    paidDays: whole(),
    income: amount(),
    fee: amount(),
    /** When it starts by itself, its next mark, or after the last the midnight at which the rest is due; null: it waits for no time. */
    dueMs: whole().orNull(),
    /** When it is looked at for that. */
    wakeMs: whole().orNull(),
    armedSeq: bigint(),
    /** The account of the operator who accepted or refused it; wall clock. */
    decidedBy: text().orNull(),
    decidedMs: whole().orNull(),
  },
  {
    openIf: {
      // What has ended is open while the rest of its last day is to be paid.
      where: `(t.status in ('pending', 'in_progress') or t.due_ms is not null)`,
      is: (row) => row.status === 'pending' || row.status === 'in_progress' || row.dueMs !== null,
    },
  },
);

/** How often the account joined a tier, whose number the id is. */
export const fundUses = table('fund_use', { ...key, used: whole() });

/** The published rate of what an order waits for; there is none before it was published. */
export const nextRates = view('fund_next_rate', { ...key, day: whole(), rate: amount() });

export const fundPayments = log('fund_payment', {
  book: bigint(),
  orderId: bigint(),
  /** Of the order's marks in their turn, and after the last of them the rest of the last day. */
  number: whole(),
  markMs: whole(),
  /** Of UTC, counted from 1 January 1970: whose published rate it is. */
  day: whole(),
  /** For how many milliseconds of that day the order was in the fund. */
  partMs: whole(),
  rate: amount(),
  amount: amount(),
  paidMs: whole(),
  /** Null where the rate was zero. */
  journalSeq: bigint().orNull(),
});

export type FundOrderRow = RowOf<typeof fundOrders>;
export type FundUse = RowOf<typeof fundUses>;
export type FundPaymentRow = RowOf<typeof fundPayments>;
