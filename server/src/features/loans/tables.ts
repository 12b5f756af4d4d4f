/** The rows of credit as the executor reads and writes them: the loan, what was paid of it, and the score that it moves. */
import { disbursedLoan } from '@candor/domain/credit/loan.ts';
import type { LoanAccount, LoanFigures } from '@candor/domain/credit/loan.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { loanDocuments } from '@candor/protocol/schemas/loans.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { Column, LogTable, RowTable } from '../../commands/table.ts';

type LoanView = CallOutput<'GET lh/loan/order'>['items'][number];

/** Loans are of this currency alone. */
export const LOAN_CURRENCY = 'USDT';

export type LoanDocument = (typeof loanDocuments)[number];
/** A picture and the keyed hash of its bytes, in hex; the same for everybody. */
export type Shown = { readonly file: string; readonly hash: string };

/** That it was paid out, and how its last payment left it. */
export type Lent = {
  readonly account: LoanAccount;
  readonly dueMs: number;
  /** The journal that paid it out. */
  readonly journalSeq: bigint;
};

export type LoanRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly figures: LoanFigures;
  readonly termsVersion: number;
  readonly agreement: string;
  readonly documents: Readonly<Record<LoanDocument, Shown>>;
  /** Large enough that two persons have to approve, by the terms that it names. */
  readonly needsSecond: boolean;
  /** The first of two approvals: whose account, and when by the wall clock. */
  readonly first: { readonly by: string; readonly atMs: number } | null;
  readonly status: LoanView['status'];
  readonly reason: LoanView['reason'];
  readonly version: number;
  /** Wall clock. */
  readonly appliedMs: number;
  readonly reviewDueMs: number;
  readonly decidedMs: number | null;
  readonly decidedBy: string | null;
  readonly lent: Lent | null;
  /** The first of `MARKS` that has not passed. */
  readonly nextMark: number;
  readonly armedSeq: bigint;
  readonly settledMs: number | null;
};

const digest = (name: string, get: (row: LoanRow) => string): Column<LoanRow> =>
  fixed({ name, type: 'bytea', get: (row) => `\\x${get(row)}`, anyText: true });

const DOCUMENTS = ['house', 'income', 'bank', 'identity'] as const satisfies readonly LoanDocument[];

/** Of what was not paid out yet nothing is owed. */
const owed = <Value>(row: LoanRow, get: (account: LoanAccount) => Value, none: Value): Value =>
  row.lent === null ? none : get(row.lent.account);

const OPEN: ReadonlySet<LoanRow['status']> = new Set(['pending_review', 'disbursed']);

export function isOpen({ status }: Pick<LoanRow, 'status'>): boolean {
  return OPEN.has(status);
}

export const loans: RowTable<LoanRow> = {
  name: 'loan',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(word('currency', () => LOAN_CURRENCY)),
    fixed(amountColumn('amount', (row) => row.figures.amount)),
    fixed(whole('days', (row) => row.figures.days)),
    fixed(amountColumn('daily_rate', (row) => row.figures.dailyRate)),
    fixed(amountColumn('overdue_rate', (row) => row.figures.overdueRate)),
    fixed(amountColumn('overdue_cap', (row) => row.figures.overdueCap)),
    fixed(whole('terms_version', (row) => row.termsVersion)),
    fixed(word('agreement', (row) => row.agreement)),
    ...DOCUMENTS.flatMap((of) => [
      fixed(word<LoanRow>(of, (row) => row.documents[of].file)),
      digest(`${of}_digest`, (row) => row.documents[of].hash),
    ]),
    fixed({ name: 'needs_second', type: 'boolean', get: (row: LoanRow) => String(row.needsSecond) }),
    { name: 'first_by', type: 'text', get: (row) => row.first?.by ?? null, anyText: true },
    whole('first_ms', (row) => row.first?.atMs ?? null),
    word('status', (row) => row.status),
    word('reason', (row) => row.reason),
    whole('version', (row) => row.version),
    fixed(whole('applied_ms', (row) => row.appliedMs)),
    fixed(whole('review_due_ms', (row) => row.reviewDueMs)),
    whole('decided_ms', (row) => row.decidedMs),
    { name: 'decided_by', type: 'text', get: (row) => row.decidedBy, anyText: true },
    whole('disbursed_ms', (row) => row.lent?.account.disbursedMs ?? null),
    whole('due_ms', (row) => row.lent?.dueMs ?? null),
    whole('disburse_seq', (row) => row.lent?.journalSeq ?? null),
    amountColumn('principal_left', (row) => owed(row, (account) => account.principalLeft, 0n)),
    whole('interest_days', (row) => owed(row, (account) => account.interestDays, 0)),
    amountColumn('interest', (row) => owed(row, (account) => account.interest, 0n)),
    amountColumn('interest_paid', (row) => owed(row, (account) => account.interestPaid, 0n)),
    whole('overdue_days', (row) => owed(row, (account) => account.overdueDays, 0)),
    amountColumn('fees', (row) => owed(row, (account) => account.fees, 0n)),
    amountColumn('fees_paid', (row) => owed(row, (account) => account.feesPaid, 0n)),
    whole('next_mark', (row) => row.nextMark),
    whole('armed_seq', (row) => row.armedSeq),
    whole('settled_ms', (row) => row.settledMs),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status in ('pending_review', 'disbursed')`,
  isOpen,
  read: readLoan,
};

/** Reads a row of `loan`, each value as the text that PostgreSQL sent. */
export function readLoan(raw: Readonly<Record<string, string | null>>): LoanRow {
  const { text, orNull } = valuesOf(raw);
  const figures: LoanFigures = {
    amount: fromNumeric(text('amount')),
    days: Number(text('days')),
    dailyRate: fromNumeric(text('daily_rate')),
    overdueRate: fromNumeric(text('overdue_rate')),
    overdueCap: fromNumeric(text('overdue_cap')),
  };
  const shown = (of: LoanDocument): Shown => ({ file: text(of), hash: text(`${of}_digest`).slice(2) });
  const documents = { house: shown('house'), income: shown('income'), bank: shown('bank') };
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    figures,
    termsVersion: Number(text('terms_version')),
    agreement: text('agreement'),
    documents: { ...documents, identity: shown('identity') },
    needsSecond: text('needs_second') === 't',
    first: orNull('first_by', (by) => ({ by, atMs: Number(text('first_ms')) })),
    status: text('status') as LoanRow['status'],
    reason: orNull('reason', (code) => code as NonNullable<LoanRow['reason']>),
    version: Number(text('version')),
    appliedMs: Number(text('applied_ms')),
    reviewDueMs: Number(text('review_due_ms')),
    decidedMs: orNull('decided_ms', Number),
    decidedBy: orNull('decided_by', String),
    lent: orNull('disbursed_ms', (disbursed) => ({
      dueMs: Number(text('due_ms')),
      journalSeq: BigInt(text('disburse_seq')),
      account: {
        ...disbursedLoan(figures, Number(disbursed)),
        principalLeft: fromNumeric(text('principal_left')),
        interestDays: Number(text('interest_days')),
        interest: fromNumeric(text('interest')),
        interestPaid: fromNumeric(text('interest_paid')),
        overdueDays: Number(text('overdue_days')),
        fees: fromNumeric(text('fees')),
        feesPaid: fromNumeric(text('fees_paid')),
      },
    })),
    nextMark: Number(text('next_mark')),
    armedSeq: BigInt(text('armed_seq')),
    settledMs: orNull('settled_ms', Number),
  };
}

export type PaymentRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly loan: bigint;
  /** Market clock. */
  readonly timeMs: number;
  readonly fee: Amount;
  readonly interest: Amount;
  readonly principal: Amount;
  readonly journalSeq: bigint;
};

export const payments: LogTable<PaymentRow> = {
  name: 'loan_payment',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    whole('loan', (row) => row.loan),
    whole('time_ms', (row) => row.timeMs),
    amountColumn('amount', (row) => row.fee + row.interest + row.principal),
    amountColumn('fee', (row) => row.fee),
    amountColumn('interest', (row) => row.interest),
    amountColumn('principal', (row) => row.principal),
    whole('journal_seq', (row) => row.journalSeq),
  ],
};
