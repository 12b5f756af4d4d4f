/** The rows of loans as the command executor reads and writes them: the loan, its payments, and the score that it changes. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import { amount, bigint, digest, flag, group, key, text, typed, whole } from '../../commands/fields.ts';
import { log, reckoned, table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

type LoanView = CallOutput<'GET lh/loan/order'>['items'][number];

/** All loans are in this currency. */
export const LOAN_CURRENCY = 'USDT';

export type LoanDocument = (typeof loanDocuments)[number];

/** An image and the keyed hash of its bytes, in hex. Equal images have the same hash, whoever uploaded them. */
const shown = (document: LoanDocument) =>
  group({
    file: text().as(document).fixed().personal(),
    hash: digest().as(`${document}_digest`).fixed().personal(),
  });

export const loans = table(
  'loan',
  {
    ...key,
    figures: group({
      amount: amount().fixed(),
      days: whole().fixed(),
      dailyRate: amount().fixed(),
      overdueRate: amount().fixed(),
      overdueCap: amount().fixed(),
    }).bare(),
    termsVersion: whole().fixed(),
    agreement: text().fixed(),
    documents: group({
      house: shown('house'),
      income: shown('income'),
      bank: shown('bank'),
      identity: shown('identity'),
    }),
    /** Whether the loan needs two approvers under the terms that it names. */
    needsSecond: flag().fixed(),
    /** The first of two approvals: account, and wall-clock time. */
    first: group({ by: typed().personal(), atMs: whole().as('first_ms') }).orNull(),
    status: text<LoanView['status']>(),
    reason: text<NonNullable<LoanView['reason']>>().orNull(),
    version: whole(),
    /** Time of the application, by the wall clock. */
    appliedMs: whole().fixed(),
    reviewDueMs: whole().fixed(),
    decidedMs: whole().orNull(),
    decidedBy: typed().orNull().personal(),
    /** The payout, and the state after the last payment. Null before the payout, when nothing is owed. */
    lent: group({
      account: group({
        disbursedMs: whole(),
        amount: amount().again(),
        days: whole().again(),
        dailyRate: amount().again(),
        overdueRate: amount().again(),
        overdueCap: amount().again(),
        principalLeft: amount().whenAbsent(0n),
        interestDays: whole().whenAbsent(0),
        interest: amount().whenAbsent(0n),
        interestPaid: amount().whenAbsent(0n),
        overdueDays: whole().whenAbsent(0),
        fees: amount().whenAbsent(0n),
        feesPaid: amount().whenAbsent(0n),
      }).bare(),
      dueMs: whole(),
      /** Number of the journal of the payout. */
      journalSeq: bigint().as('disburse_seq'),
    })
      .bare()
      .orNull(),
    /** Index in `MARKS` of the first mark that has not passed. */
    nextMark: whole(),
    armedSeq: bigint(),
    settledMs: whole().orNull(),
  },
  {
    open: { status: ['pending_review', 'disbursed'] },
    beside: [reckoned('currency', text().fixed(), () => LOAN_CURRENCY)],
  },
);

export type LoanRow = RowOf<typeof loans>;
export type Shown = LoanRow['documents'][LoanDocument];
export type Lent = NonNullable<LoanRow['lent']>;

const OPEN: ReadonlySet<LoanRow['status']> = new Set(['pending_review', 'disbursed']);

export function isOpen({ status }: Pick<LoanRow, 'status'>): boolean {
  return OPEN.has(status);
}

export const payments = log(
  'loan_payment',
  {
    ...key,
    loan: bigint(),
    /** Time of the payment, by the market clock. */
    timeMs: whole(),
    fee: amount(),
    interest: amount(),
    principal: amount(),
    journalSeq: bigint(),
  },
  { beside: [reckoned('amount', amount(), (row) => row.fee + row.interest + row.principal)] },
);

export type PaymentRow = RowOf<typeof payments>;
