/** The rows that decide withdrawals, as the executor reads and writes them. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { holdReasons, withdrawalReasons } from '@candor/protocol/withdrawals/schemas.ts';
import type { Chain } from '@candor/protocol/networks.ts';
import { amount, bigint, flag, group, key, text, typed, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';
import { latelyIn } from '../../payments/lately.ts';

export type WithdrawalStatus = CallOutput<'POST wallet/out'>['status'];
export type FailReason = (typeof withdrawalReasons)[number];
export type HoldReason = (typeof holdReasons)[number];

export const withdrawals = table(
  'withdrawal',
  {
    ...key,
    currency: text().fixed(),
    network: text<Chain>().fixed(),
    addressId: bigint().fixed(),
    address: text().fixed(),
    /** Frozen; includes the fee. */
    amount: amount().fixed(),
    fee: amount().fixed(),
    status: text<WithdrawalStatus>(),
    reason: text<FailReason>().orNull(),
    version: whole(),
    /** Wall clock: setting the market clock forward doesn't make a withdrawal overdue. */
    requestedMs: whole().fixed(),
    deadlineMs: whole().fixed(),
    /** Why it is held, until when at the latest, and by whose account. */
    hold: group({ reason: text<HoldReason>(), untilMs: whole(), by: text().as('held_by') }).orNull(),
    /** The number of holds, including renewals. */
    holds: whole(),
    needsSecond: flag().fixed(),
    /** The accounts of the approvers. */
    firstBy: text().orNull(),
    secondBy: text().orNull(),
    approvedMs: whole().orNull(),
    paidReference: typed().orNull(),
    decidedBy: text().orNull(),
    decidedMs: whole().orNull(),
  },
  { open: { status: ['under_review', 'waiting'] } },
);

export type WithdrawalRow = RowOf<typeof withdrawals>;
export type Hold = NonNullable<WithdrawalRow['hold']>;

/** Recent requests, for the daily limit. */
export const lately = latelyIn('withdrawal_lately');
