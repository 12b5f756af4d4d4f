/** The row of a deposit, as the command executor reads and writes it. Times are wall clock. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Network } from '@candor/protocol/networks.ts';
import { amount, digest, flag, group, key, text, typed, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';
import { latelyIn } from '../../payments/lately.ts';

type DepositView = CallOutput<'GET chargelist/log'>['items'][number];

/** A payment reference as typed, and its canonical key for comparison. */
const reference = (column: string, sameAs: string) =>
  group({ text: typed().as(column).personal(), key: typed().as(sameAs).personal() });

export const deposits = table(
  'deposit',
  {
    ...key,
    currency: text().fixed(),
    network: text<Network>().fixed(),
    amount: amount().fixed(),
    /** Value in USDT at submission. */
    valueUsdt: amount().fixed(),
    /** The UTC day of submission, on which self-imposed limits count the deposit. */
    placedDay: whole().fixed(),
    voucher: text().fixed().personal(),
    /** Hash of the image's bytes, in hex. Equal images have the same hash, whoever uploaded them. */
    voucherHash: digest().as('voucher_digest').fixed().personal(),
    claimed: group({
      text: typed().as('claimed_reference').fixed().personal(),
      key: typed().fixed().personal(),
    }).orNull(),
    status: text<DepositView['status']>(),
    reason: text<NonNullable<DepositView['reason']>>().orNull(),
    /** Whether the deposit needs two approvers under the terms at submission. */
    needsSecond: flag().fixed(),
    /** The first of two approvals: account, time, and the payment that the approver found. */
    first: group({
      by: typed().personal(),
      atMs: whole().as('first_ms'),
      reference: reference('first_reference', 'first_key'),
    }).orNull(),
    version: whole(),
    submittedMs: whole().fixed(),
    deadlineMs: whole().fixed(),
    decidedMs: whole().orNull(),
    /** The payment that an operator found, and what was credited for it. */
    reference: reference('reference', 'reference_key').orNull(),
    credited: group({
      amount: amount(),
      currency: text(),
      /** Value of one unit in USDT; set for wires only. */
      rate: amount().orNull().as('rate'),
    }).orNull(),
    decidedBy: typed().orNull().personal(),
  },
  { open: { status: ['under_review', 'waiting'] } },
);

export type DepositRow = RowOf<typeof deposits>;

const OPEN: ReadonlySet<DepositRow['status']> = new Set(['under_review', 'waiting']);

export function isOpen({ status }: Pick<DepositRow, 'status'>): boolean {
  return OPEN.has(status);
}

/** Amounts submitted recently, so that a large deposit can't be split to avoid the second approval. */
export const lately = latelyIn('deposit_lately');
