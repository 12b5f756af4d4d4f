/**
 * Fixed-time options: tickets on a rise or fall of the price within a number of seconds, struck and settled at tape entries.
 * The cost, possible profit and result are computed from the ticket and a few tape entries alone.
 */
import type { TapeEntry } from '../market/quote.ts';
import type { Amount } from '../money/amount.ts';
import { amount, ONE } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';

export type OptionSide = 'up' | 'down';

export type OptionDuration = {
  readonly seconds: number;
  /** The gain of a winning ticket as a fraction (10⁻⁸) of the stake. */
  readonly payoutRatio: Amount;
};

/** The default durations in ascending order with their payouts, which published terms replace. */
export const OPTION_DURATIONS: readonly OptionDuration[] = [
  { seconds: 30, payoutRatio: amount('0.8') },
  { seconds: 60, payoutRatio: amount('0.82') },
  { seconds: 120, payoutRatio: amount('0.84') },
  { seconds: 180, payoutRatio: amount('0.86') },
  { seconds: 300, payoutRatio: amount('0.88') },
];

/** The default minimum and maximum value of a stake in USDT, which published terms replace. */
export const OPTION_STAKE_MIN_USDT: Amount = amount('10');
export const OPTION_STAKE_MAX_USDT: Amount = amount('5000');

export type OptionTerms = {
  readonly durations: readonly OptionDuration[];
  readonly stakeMinUsdt: Amount;
  readonly stakeMaxUsdt: Amount;
};
export const OPTION_TERMS: OptionTerms = {
  durations: OPTION_DURATIONS,
  stakeMinUsdt: OPTION_STAKE_MIN_USDT,
  stakeMaxUsdt: OPTION_STAKE_MAX_USDT,
};
export type OptionTermsAt = (symbol: string, wallMs: number) => OptionTerms;

/**
 * The maximum silence of the feed in milliseconds. After a longer one, the exit is the next price, because the price before
 * has long been known.
 */
export const OPTION_GAP_MS = 3000;

/**
 * Returns the gain of a winning ticket in addition to its stake: stake × ratio, rounded down to 10⁻⁸, in the stake's currency.
 */
export function optionProfit(stake: Amount, payoutRatio: Amount): Amount {
  return mulDivDown(stake, payoutRatio, ONE);
}

/**
 * Returns the fraction (10⁻⁸) of won or lost tickets that must win for gains to equal losses, rounded up. With a payout ratio
 * r, this is 1 ÷ (1 + r): for r = 0.8, five of nine.
 */
export function breakEvenRate(payoutRatio: Amount): Amount {
  return mulDivUp(ONE, ONE, ONE + payoutRatio);
}

/**
 * Returns when a ticket expires, in milliseconds of the market clock. The duration is measured from the start of the
 * second of acceptance, so that the ticket expires at a full second, which a receipt can state exactly.
 */
export function optionExpiryMs(acceptedMs: number, seconds: number): number {
  return (Math.floor(acceptedMs / 1000) + seconds) * 1000;
}

/**
 * Returns the value of a stake in USDT, rounded down to 10⁻⁸. `bid` is the price in USDT of one unit of the stake's currency;
 * 1 for USDT.
 */
export function stakeWorth(stake: Amount, bid: Amount): Amount {
  return mulDivDown(stake, bid, ONE);
}

/** Returns the minimum and maximum stake in a currency at a bid, rounded so that both are allowed stakes. */
export function stakeBounds(
  bid: Amount,
  terms: Pick<OptionTerms, 'stakeMinUsdt' | 'stakeMaxUsdt'>,
): { readonly min: Amount; readonly max: Amount } {
  return {
    min: mulDivUp(terms.stakeMinUsdt, ONE, bid),
    max: mulDivDown(terms.stakeMaxUsdt, ONE, bid),
  };
}

/**
 * The fields of a tape entry that the rules read. Reject entries must be skipped by the caller. The time is the feed's, not
 * that of writing the entry, so that delayed writing changes no exit.
 */
export type OptionEntry = Pick<TapeEntry, 'seq' | 'timeMs' | 'last'> & {
  /** Whether the entry records that there was no price. */
  readonly gap?: true;
};

/**
 * Whether an instant between two adjacent entries lies in a gap: one of them records that the feed was silent or had ended.
 * Elapsed time alone is not a gap: the platform may have been late, and nobody who can delay the platform may gain from a delay.
 */
export function isInGap(before: OptionEntry, after: OptionEntry): boolean {
  return before.gap === true || after.gap === true;
}

/**
 * Returns the entry that decides a ticket at its expiry: `settle`, which is the last one at or before expiry. If the next
 * entry came more than three seconds later, the next entry decides instead, because the price of `settle` had long been known
 * at expiry.
 */
export function exitOf({
  settle,
  after,
}: {
  readonly settle: OptionEntry;
  readonly after: OptionEntry;
}): OptionEntry {
  return after.timeMs - settle.timeMs > OPTION_GAP_MS ? after : settle;
}

export type OptionResult =
  | { readonly status: 'won' | 'lost' | 'tied' }
  | { readonly status: 'void'; readonly reason: 'gap_strike' | 'gap_expiry' };

/**
 * Returns the result of a ticket that was struck outside a gap.
 *
 * @param ticket the side and the strike.
 * @param entries `settle`: the last one at or before expiry; `after`: the next one.
 */
export function struckResult(
  { side, strike }: { readonly side: OptionSide; readonly strike: Amount },
  { settle, after }: { readonly settle: OptionEntry; readonly after: OptionEntry },
): OptionResult {
  if (isInGap(settle, after)) return { status: 'void', reason: 'gap_expiry' };
  const exit = exitOf({ settle, after });
  if (exit.last === strike) return { status: 'tied' };
  const rose = exit.last > strike;
  return { status: rose === (side === 'up') ? 'won' : 'lost' };
}

/** Returns the ticket's result for the customer, in the stake's currency: the profit, the negative stake, or zero. */
export function optionPnl(
  status: OptionResult['status'],
  { stake, profit }: { readonly stake: Amount; readonly profit: Amount },
): Amount {
  if (status === 'won') return profit;
  return status === 'lost' ? -stake : 0n;
}
