/** The rows of shares, as the executor appends and changes them, and as they are read. */
import type { rewardShortfalls } from '@candor/protocol/referral/schemas.ts';
import { append, put } from '../../commands/command.ts';
import type { Append, Arming, Put } from '../../commands/command.ts';
import { CLOCK_SYMBOL } from '../../commands/market-time.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export type Shortfall = (typeof rewardShortfalls)[number];

/** The engine's name for a share to be paid. */
export const REFERRAL_REWARD = 'referral_reward';

export const rewards = table(
  'referral_reward',
  {
    /** Its book is that of the customer who earns it. */
    ...key,
    /** The customer whose income is shared: the payment of one order. */
    source: bigint().fixed(),
    orderId: bigint().fixed(),
    number: whole().fixed(),
    level: whole().fixed(),
    base: amount().fixed(),
    /** A fraction of one. */
    rate: amount().fixed(),
    amount: amount().fixed(),
    /** Why it is zero. */
    shortfall: text<Shortfall>().orNull(),
    status: text<'due' | 'paid' | 'none'>(),
    version: whole(),
    armedSeq: bigint().fixed(),
    /** When the income was paid; market clock, milliseconds. */
    timeMs: whole().fixed(),
    paidMs: whole().orNull(),
    journalSeq: bigint().orNull(),
  },
  { open: { status: ['due'] } },
);

export type RewardRow = RowOf<typeof rewards>;

/** A share as the command of its source writes it, on another customer's book. */
export function appendReward(row: RewardRow): Append {
  return append(rewards, row);
}

/** The end of a share. */
export function endReward(
  row: RewardRow,
  end: Pick<RewardRow, 'status' | 'shortfall' | 'paidMs' | 'journalSeq'>,
): Put {
  return put(rewards, { ...row, ...end, version: row.version + 1 });
}

/** The trigger of a share: the next quote pays it. */
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

/** One row per customer. */
export const REFERRAL_TOLD_ID = 0n;

/** What a customer was notified of about their shares. */
export const referralTold = table('referral_told', {
  ...key,
  /** The last UTC day with an announcement. */
  day: whole(),
  /** The amount paid since and not announced yet. */
  untold: amount(),
});

export type ReferralTold = RowOf<typeof referralTold>;
