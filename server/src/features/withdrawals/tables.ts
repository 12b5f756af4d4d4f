/** The rows that withdrawals are decided by, as the executor reads and writes them. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { holdReasons, withdrawalReasons } from '@candor/protocol/schemas/withdrawals.ts';
import type { Chain } from '@candor/protocol/networks.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { RowTable } from '../../commands/table.ts';
import { latelyIn } from '../../payments/lately.ts';

export type WithdrawalStatus = CallOutput<'POST wallet/out'>['status'];
export type FailReason = (typeof withdrawalReasons)[number];
export type HoldReason = (typeof holdReasons)[number];

/** Why it is held, until when at the latest, and by whose account. */
export type Hold = { readonly reason: HoldReason; readonly untilMs: number; readonly by: string };

export type WithdrawalRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly currency: string;
  readonly network: Chain;
  readonly addressId: bigint;
  readonly address: string;
  /** Frozen; the fee is taken out of it. */
  readonly amount: Amount;
  readonly fee: Amount;
  readonly status: WithdrawalStatus;
  readonly reason: FailReason | null;
  readonly version: number;
  /** Times are the wall clock's: a market that is set forward makes no house late. */
  readonly requestedMs: number;
  readonly deadlineMs: number;
  readonly hold: Hold | null;
  /** How often it was held, renewals too. */
  readonly holds: number;
  readonly needsSecond: boolean;
  /** The accounts of who approved. */
  readonly firstBy: string | null;
  readonly secondBy: string | null;
  readonly approvedMs: number | null;
  readonly paidReference: string | null;
  readonly decidedBy: string | null;
  readonly decidedMs: number | null;
};

export const withdrawals: RowTable<WithdrawalRow> = {
  name: 'withdrawal',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(word('currency', (row) => row.currency)),
    fixed(word('network', (row) => row.network)),
    fixed(whole('address_id', (row) => row.addressId)),
    fixed(word('address', (row) => row.address)),
    fixed(amountColumn('amount', (row) => row.amount)),
    fixed(amountColumn('fee', (row) => row.fee)),
    word('status', (row) => row.status),
    word('reason', (row) => row.reason),
    whole('version', (row) => row.version),
    fixed(whole('requested_ms', (row) => row.requestedMs)),
    fixed(whole('deadline_ms', (row) => row.deadlineMs)),
    word('hold_reason', (row) => row.hold?.reason ?? null),
    whole('hold_until_ms', (row) => row.hold?.untilMs ?? null),
    word('held_by', (row) => row.hold?.by ?? null),
    whole('holds', (row) => row.holds),
    fixed({
      name: 'needs_second',
      type: 'boolean',
      get: (row: WithdrawalRow) => String(row.needsSecond),
    }),
    word('first_by', (row) => row.firstBy),
    word('second_by', (row) => row.secondBy),
    whole('approved_ms', (row) => row.approvedMs),
    { name: 'paid_reference', type: 'text', get: (row) => row.paidReference, anyText: true },
    word('decided_by', (row) => row.decidedBy),
    whole('decided_ms', (row) => row.decidedMs),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status in ('under_review', 'waiting')`,
  isOpen: (row) => row.status === 'under_review' || row.status === 'waiting',
  read: readWithdrawal,
};

/** Reads a row of `withdrawal`, each value as the text that PostgreSQL sent. */
export function readWithdrawal(raw: Readonly<Record<string, string | null>>): WithdrawalRow {
  const { text, orNull } = valuesOf(raw);
  const holdReason = orNull('hold_reason', (value) => value as HoldReason);
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    currency: text('currency'),
    network: text('network') as Chain,
    addressId: BigInt(text('address_id')),
    address: text('address'),
    amount: fromNumeric(text('amount')),
    fee: fromNumeric(text('fee')),
    status: text('status') as WithdrawalStatus,
    reason: orNull('reason', (value) => value as FailReason),
    version: Number(text('version')),
    requestedMs: Number(text('requested_ms')),
    deadlineMs: Number(text('deadline_ms')),
    hold:
      holdReason === null
        ? null
        : { reason: holdReason, untilMs: Number(text('hold_until_ms')), by: text('held_by') },
    holds: Number(text('holds')),
    needsSecond: text('needs_second') === 't',
    firstBy: orNull('first_by', String),
    secondBy: orNull('second_by', String),
    approvedMs: orNull('approved_ms', Number),
    paidReference: orNull('paid_reference', String),
    decidedBy: orNull('decided_by', String),
    decidedMs: orNull('decided_ms', Number),
  };
}

/** What was asked for lately, for the bound of a day. */
export const lately = latelyIn('withdrawal_lately');
