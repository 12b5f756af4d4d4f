/** The row of a deposit, as the executor reads and writes it. Times are the wall clock's. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Network } from '@candor/protocol/networks.ts';
import { amount, digest, flag, group, key, text, typed, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';
import { latelyIn } from '../../payments/lately.ts';

type DepositView = CallOutput<'GET chargelist/log'>['items'][number];

/** A payment as it was typed, and the form in which two are the same. */
const reference = (column: string, sameAs: string) =>
  group({ text: typed().as(column), key: typed().as(sameAs) });

export const deposits = table(
  'deposit',
  {
    ...key,
    currency: text().fixed(),
    network: text<Network>().fixed(),
    amount: amount().fixed(),
    /** What it was worth in USDT when it was handed in. */
    valueUsdt: amount().fixed(),
    /** For own limits: the day of UTC. */
    placedDay: whole().fixed(),
    voucher: text().fixed(),
    /** Of the picture's bytes, in hex; the same for everybody. */
    voucherHash: digest().as('voucher_digest').fixed(),
    /** What the customer said. */
    claimed: group({ text: typed().as('claimed_reference').fixed(), key: typed().fixed() }).orNull(),
    status: text<DepositView['status']>(),
    reason: text<NonNullable<DepositView['reason']>>().orNull(),
    /** Large enough that two persons have to approve, as it was when it was handed in. */
    needsSecond: flag().fixed(),
    /** The first of two approvals: whose account, when, and the payment that it found. */
    first: group({
      by: typed(),
      atMs: whole().as('first_ms'),
      reference: reference('first_reference', 'first_key'),
    }).orNull(),
    version: whole(),
    submittedMs: whole().fixed(),
    deadlineMs: whole().fixed(),
    decidedMs: whole().orNull(),
    /** What an operator found, and what was credited for it. */
    reference: reference('reference', 'reference_key').orNull(),
    credited: group({
      amount: amount(),
      currency: text(),
      /** USDT for one unit, of a wire. */
      rate: amount().orNull().as('rate'),
    }).orNull(),
    decidedBy: typed().orNull(),
  },
  { open: { status: ['under_review', 'waiting'] } },
);

export type DepositRow = RowOf<typeof deposits>;

const OPEN: ReadonlySet<DepositRow['status']> = new Set(['under_review', 'waiting']);

export function isOpen({ status }: Pick<DepositRow, 'status'>): boolean {
  return OPEN.has(status);
}

/** What was handed in lately: a large deposit in parts is a large one. */
export const lately = latelyIn('deposit_lately');
