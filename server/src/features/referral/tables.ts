/** The rows of shares, as the command executor reads and writes them. */
import type { rewardShortfalls } from '@candor/protocol/referral/schemas.ts';
import { append, put } from '../../commands/command.ts';
import type { Append, Arming, Put } from '../../commands/command.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export type Shortfall = (typeof rewardShortfalls)[number];

export const REFERRAL_REWARD = 'referral_reward';

export const rewards = table(
  'referral_reward',
  {
    /** The book is that of the customer who earns the share. */
    ...key,
    /** The customer whose income is shared, and the order that paid it. */
    source: bigint().fixed(),
    orderId: bigint().fixed(),
    number: whole().fixed(),
    level: whole().fixed(),
    base: amount().fixed(),
    /** A fraction of one. */
    rate: amount().fixed(),
    amount: amount().fixed(),
    /** The reason for a share of zero. */
    shortfall: text<Shortfall>().orNull(),
    status: text<'due' | 'paid' | 'none'>(),
    version: whole(),
    armedSeq: bigint().fixed(),
    /** The time when the income was paid, by the market clock in milliseconds. */
    timeMs: whole().fixed(),
    paidMs: whole().orNull(),
    journalSeq: bigint().orNull(),
  },
  { open: { status: ['due'] } },
);

export type RewardRow = RowOf<typeof rewards>;

/** Inserts a share by an append, because the command runs on the friend's book and the row belongs to the inviter's. */
export function appendReward(row: RewardRow): Append {
  return append(rewards, row);
}

export function endReward(
  row: RewardRow,
  end: Pick<RewardRow, 'status' | 'shortfall' | 'paidMs' | 'journalSeq'>,
): Put {
  return put(rewards, { ...row, ...end, version: row.version + 1 });
}

export function rewardArming(row: RewardRow): Arming {
  return {
    book: row.book,
    symbol: CLOCK_SYMBOL,
    kind: REFERRAL_REWARD,
    row: row.id,
    version: row.version,
    condition: 'time_at_or_after',
    level: row.status === 'due' ? BigInt(row.timeMs) : null,
    armedSeq: row.armedSeq,
  };
}

/** The id of the only such row in a customer's book. */
export const REFERRAL_TOLD_ID = 0n;

export const referralTold = table('referral_told', {
  ...key,
  /** The last UTC day with an announcement. */
  day: whole(),
  /** The amount paid since the last announcement. */
  untold: amount(),
});

export type ReferralTold = RowOf<typeof referralTold>;
