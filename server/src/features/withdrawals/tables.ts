/** The rows that withdrawals are decided by, as the executor reads and writes them. */
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
    /** Frozen; the fee is taken out of it. */
    amount: amount().fixed(),
    fee: amount().fixed(),
    status: text<WithdrawalStatus>(),
    reason: text<FailReason>().orNull(),
    version: whole(),
    /** Times are the wall clock's: a market that is set forward makes no house late. */
    requestedMs: whole().fixed(),
    deadlineMs: whole().fixed(),
    /** Why it is held, until when at the latest, and by whose account. */
    hold: group({ reason: text<HoldReason>(), untilMs: whole(), by: text().as('held_by') }).orNull(),
    /** How often it was held, renewals too. */
    holds: whole(),
    needsSecond: flag().fixed(),
    /** The accounts of who approved. */
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

/** What was asked for lately, for the bound of a day. */
export const lately = latelyIn('withdrawal_lately');
