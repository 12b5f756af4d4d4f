/** The rows of withdrawals, as the command executor reads and writes them. */
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
    address: text().fixed().personal(),
    /** The frozen amount, including the fee. */
    amount: amount().fixed(),
    fee: amount().fixed(),
    status: text<WithdrawalStatus>(),
    reason: text<FailReason>().orNull(),
    version: whole(),
    /** Wall clock, so that moving the market clock forward doesn't make a withdrawal overdue. */
    requestedMs: whole().fixed(),
    deadlineMs: whole().fixed(),
    hold: group({
      reason: text<HoldReason>(),
      untilMs: whole(),
      by: text().as('held_by').personal(),
    }).orNull(),
    holds: whole(),
    needsSecond: flag().fixed(),
    /** The operator accounts of the first and the second approver. */
    firstBy: text().orNull().personal(),
    secondBy: text().orNull().personal(),
    approvedMs: whole().orNull(),
    paidReference: typed().orNull().personal(),
    decidedBy: text().orNull().personal(),
    decidedMs: whole().orNull(),
  },
  { open: { status: ['under_review', 'waiting'] } },
);

export type WithdrawalRow = RowOf<typeof withdrawals>;
export type Hold = NonNullable<WithdrawalRow['hold']>;

export const lately = latelyIn('withdrawal_lately');
