/** The row of a deposit, as the executor reads and writes it. Times are the wall clock's. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Network } from '@candor/protocol/networks.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { Column, RowTable } from '../../commands/table.ts';
import { latelyIn } from '../../payments/lately.ts';
import type { Reference } from '../../payments/reference.ts';

type DepositView = CallOutput<'GET chargelist/log'>['items'][number];

export type DepositRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly currency: string;
  readonly network: Network;
  readonly amount: Amount;
  /** What it was worth in USDT when it was handed in. */
  readonly valueUsdt: Amount;
  /** For own limits: the day of UTC. */
  readonly placedDay: number;
  readonly voucher: string;
  /** Of the picture's bytes, in hex; the same for everybody. */
  readonly voucherHash: string;
  /** What the customer said. */
  readonly claimed: Reference | null;
  readonly status: DepositView['status'];
  readonly reason: DepositView['reason'];
  /** Large enough that two persons have to approve, as it was when it was handed in. */
  readonly needsSecond: boolean;
  /** The first of two approvals: whose account, when, and the payment that it found. */
  readonly first: { readonly by: string; readonly atMs: number; readonly reference: Reference } | null;
  readonly version: number;
  readonly submittedMs: number;
  readonly deadlineMs: number;
  readonly decidedMs: number | null;
  /** What an operator found, and what was credited for it. */
  readonly reference: Reference | null;
  readonly credited: {
    readonly currency: string;
    readonly amount: Amount;
    /** USDT for one unit, of a wire. */
    readonly rate: Amount | null;
  } | null;
  readonly decidedBy: string | null;
};

/** What was typed may hold any sign. */
const typed = (name: string, get: (row: DepositRow) => string | null): Column<DepositRow> => ({
  name,
  type: 'text',
  get,
  anyText: true,
});

const OPEN: ReadonlySet<DepositRow['status']> = new Set(['under_review', 'waiting']);

export function isOpen({ status }: Pick<DepositRow, 'status'>): boolean {
  return OPEN.has(status);
}

export const deposits: RowTable<DepositRow> = {
  name: 'deposit',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(word('currency', (row) => row.currency)),
    fixed(word('network', (row) => row.network)),
    fixed(amountColumn('amount', (row) => row.amount)),
    fixed(amountColumn('value_usdt', (row) => row.valueUsdt)),
    fixed(whole('placed_day', (row) => row.placedDay)),
    fixed(word('voucher', (row) => row.voucher)),
    fixed({
      name: 'voucher_digest',
      type: 'bytea',
      get: (row) => `\\x${row.voucherHash}`,
      anyText: true,
    }),
    fixed(typed('claimed_reference', (row) => row.claimed?.text ?? null)),
    fixed(typed('claimed_key', (row) => row.claimed?.key ?? null)),
    word('status', (row) => row.status),
    word('reason', (row) => row.reason),
    fixed({ name: 'needs_second', type: 'boolean', get: (row: DepositRow) => String(row.needsSecond) }),
    typed('first_by', (row) => row.first?.by ?? null),
    whole('first_ms', (row) => row.first?.atMs ?? null),
    typed('first_reference', (row) => row.first?.reference.text ?? null),
    typed('first_key', (row) => row.first?.reference.key ?? null),
    whole('version', (row) => row.version),
    fixed(whole('submitted_ms', (row) => row.submittedMs)),
    fixed(whole('deadline_ms', (row) => row.deadlineMs)),
    whole('decided_ms', (row) => row.decidedMs),
    typed('reference', (row) => row.reference?.text ?? null),
    typed('reference_key', (row) => row.reference?.key ?? null),
    word('credited_currency', (row) => row.credited?.currency ?? null),
    amountColumn('credited_amount', (row) => row.credited?.amount ?? null),
    amountColumn('rate', (row) => row.credited?.rate ?? null),
    typed('decided_by', (row) => row.decidedBy),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status in ('under_review', 'waiting')`,
  isOpen,
  read: readDeposit,
};

/** What was handed in lately: a large deposit in parts is a large one. */
export const lately = latelyIn('deposit_lately');

/** Reads a row of `deposit`, each value as the text that PostgreSQL sent. */
export function readDeposit(raw: Readonly<Record<string, string | null>>): DepositRow {
  const { text, orNull } = valuesOf(raw);
  const reference = (name: string, key: string) =>
    orNull(name, (written): Reference => ({ text: written, key: text(key) }));
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    currency: text('currency'),
    network: text('network') as Network,
    amount: fromNumeric(text('amount')),
    valueUsdt: fromNumeric(text('value_usdt')),
    placedDay: Number(text('placed_day')),
    voucher: text('voucher'),
    voucherHash: text('voucher_digest').slice(2),
    claimed: reference('claimed_reference', 'claimed_key'),
    status: text('status') as DepositRow['status'],
    reason: orNull('reason', (code) => code as NonNullable<DepositRow['reason']>),
    needsSecond: text('needs_second') === 't',
    first: orNull('first_by', (by) => ({
      by,
      atMs: Number(text('first_ms')),
      reference: { text: text('first_reference'), key: text('first_key') },
    })),
    version: Number(text('version')),
    submittedMs: Number(text('submitted_ms')),
    deadlineMs: Number(text('deadline_ms')),
    decidedMs: orNull('decided_ms', Number),
    reference: reference('reference', 'reference_key'),
    credited: orNull('credited_amount', (amount) => ({
      currency: text('credited_currency'),
      amount: fromNumeric(amount),
      rate: orNull('rate', fromNumeric),
    })),
    decidedBy: orNull('decided_by', String),
  };
}
