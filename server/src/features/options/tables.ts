/** The row of a fixed-time option, as the command executor reads and writes it. */
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { OptionSide } from '@candor/domain/trading/option.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export type VoidReason = 'gap_strike' | 'gap_expiry' | 'start_over';

/** Currencies of stakes. A payout is in the currency of its stake. */
export const STAKE_CURRENCIES = ['USDT', 'BTC', 'ETH'] as const;
export type StakeCurrency = (typeof STAKE_CURRENCIES)[number];

export const tickets = table(
  'option_ticket',
  {
    ...key,
    product: text<'crypto' | 'forex'>().fixed(),
    symbol: text().fixed(),
    side: text<OptionSide>().fixed(),
    seconds: whole().fixed(),
    currency: text<StakeCurrency>().fixed(),
    /** The account that pays the stake: the option account, or experience credit. */
    source: text<'option' | 'promo'>().fixed(),
    stake: amount().fixed(),
    payoutRatio: amount().fixed(),
    /** The amount that a win pays in addition to the stake. */
    profit: amount().fixed(),
    stakeUsdt: amount().fixed(),
    profitUsdt: amount().fixed(),
    status: text<'open' | 'won' | 'lost' | 'tied' | 'void'>(),
    reason: text<VoidReason>().orNull(),
    acceptedMs: whole().fixed(),
    /** Wall-clock time, which determines the terms in effect. */
    acceptedWallMs: whole().fixed(),
    /** The newest entry of the tape on acceptance. The strike is the first entry made after it. */
    acceptedSeq: bigint().fixed(),
    expiresMs: whole().fixed(),
    strike: amount().orNull(),
    strikeMs: whole().orNull(),
    /** The entry of the strike, or the entry that made the ticket void before it had a strike. */
    strikeSeq: bigint().orNull(),
    /**
     * The earliest time of an entry that may strike the ticket. Null until the strike is decided, and in rows written before this
     * column existed.
     */
    struckFromMs: whole().orNull(),
    settle: amount().orNull(),
    settleSeq: bigint().orNull(),
    settledMs: whole().orNull(),
    pnl: amount(),
    /** UTC days by the wall clock, for self-imposed limits. Rows written before these columns existed use the market clock. */
    placedDay: whole()
      .fixed()
      .orFrom('accepted_ms', (acceptedMs) => dayOf(Number(acceptedMs))),
    endedDay: whole().orNull(),
  },
  { open: { status: ['open'] } },
);

export type TicketRow = RowOf<typeof tickets>;
