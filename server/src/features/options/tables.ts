/** The row of a short option, as the executor reads and writes it. */
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { OptionSide } from '@candor/domain/trading/option.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export type VoidReason = 'gap_strike' | 'gap_expiry' | 'start_over';

/** What stakes can be paid in, and with them what a win pays. */
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
    /** Paid from the option account, or with experience credit. */
    source: text<'option' | 'promo'>().fixed(),
    stake: amount().fixed(),
    payoutRatio: amount().fixed(),
    /** What a win gains on top of the stake. */
    profit: amount().fixed(),
    /** Both as they were worth in USDT when it was accepted. */
    stakeUsdt: amount().fixed(),
    profitUsdt: amount().fixed(),
    status: text<'open' | 'won' | 'lost' | 'tied' | 'void'>(),
    reason: text<VoidReason>().orNull(),
    acceptedMs: whole().fixed(),
    /** Of the wall clock, by which its terms counted. */
    acceptedWallMs: whole().fixed(),
    /** The newest entry of the tape when it was accepted; the first one that was made since is the strike. */
    acceptedSeq: bigint().fixed(),
    expiresMs: whole().fixed(),
    strike: amount().orNull(),
    strikeMs: whole().orNull(),
    /** Of what is void because it could not be struck, the entry that said so. */
    strikeSeq: bigint().orNull(),
    /** From when on an entry had to be made to strike it; null until that is decided, and of tickets from before it was asked. */
    struckFromMs: whole().orNull(),
    settle: amount().orNull(),
    settleSeq: bigint().orNull(),
    settledMs: whole().orNull(),
    pnl: amount(),
    /** For own limits: days of UTC by the wall clock; a row from before days were kept counts by the market's. */
    placedDay: whole()
      .fixed()
      .orFrom('accepted_ms', (acceptedMs) => dayOf(Number(acceptedMs))),
    endedDay: whole().orNull(),
  },
  { open: { status: ['open'] } },
);

export type TicketRow = RowOf<typeof tickets>;
