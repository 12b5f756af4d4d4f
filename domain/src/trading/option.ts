/**
 * Short options: tickets on up or down over some seconds, struck and settled on the tape. A ticket's cost, possible profit and
 * result are computed here from the ticket and a few tape entries alone.
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

/** The default durations and their payouts in ascending order, until others are published. */
export const OPTION_DURATIONS: readonly OptionDuration[] = [
  { seconds: 30, payoutRatio: amount('0.8') },
  { seconds: 60, payoutRatio: amount('0.82') },
  { seconds: 120, payoutRatio: amount('0.84') },
  { seconds: 180, payoutRatio: amount('0.86') },
  { seconds: 300, payoutRatio: amount('0.88') },
];

/** The default minimum and maximum value of a stake in USDT, until others are published. */
export const OPTION_STAKE_MIN_USDT: Amount = amount('10');
export const OPTION_STAKE_MAX_USDT: Amount = amount('5000');

/** The terms of tickets on a symbol, which are the same for everyone. */
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
/** Returns a symbol's terms at an instant of the wall clock. */
export type OptionTermsAt = (symbol: string, wallMs: number) => OptionTerms;

/** After a longer silence of the feed, the exit is the next price, because the one before has long been known. */
export const OPTION_GAP_MS = 3000;

/** The gain of a winning ticket in addition to its stake: stake × ratio, rounded down at 10⁻⁸, in the stake's currency. */
export function optionProfit(stake: Amount, payoutRatio: Amount): Amount {
  return mulDivDown(stake, payoutRatio, ONE);
}

/**
 * The fraction (10⁻⁸) of decided tickets that must win for gains to equal losses, rounded up. With a payout ratio r it is 1 ÷
 * (1 + r); for r = 0.8, five wins in nine.
 */
export function breakEvenRate(payoutRatio: Amount): Amount {
  return mulDivUp(ONE, ONE, ONE + payoutRatio);
}

/**
 * When a ticket expires, in milliseconds of the market clock. Its duration counts from the whole second in which it was
 * accepted, so that it expires at a whole second, which a receipt can state exactly.
 */
export function optionExpiryMs(acceptedMs: number, seconds: number): number {
  return (Math.floor(acceptedMs / 1000) + seconds) * 1000;
}

/**
 * The value of a stake in USDT, rounded down at 10⁻⁸. `bid` is the price in USDT of one unit of its currency; 1 for USDT
 * itself.
 */
export function stakeWorth(stake: Amount, bid: Amount): Amount {
  return mulDivDown(stake, bid, ONE);
}

/** The minimum and maximum stake in a currency at its bid, each rounded to a value that is itself allowed. */
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
 * The fields of a tape entry that the rules read; reject entries are skipped before. An entry's time is its feed's, however
 * late the platform wrote it, so that delayed writing changes no exit.
 */
export type OptionEntry = Pick<TapeEntry, 'seq' | 'timeMs' | 'last'> & {
  /** Whether the entry states that there was no price. */
  readonly gap?: true;
};

/**
 * Whether an instant between two adjacent entries lies in a gap: one of them states that the feed was silent or had ended.
 * Elapsed time alone makes no gap, because the platform may have been late, and nobody who can delay it may gain from that.
 */
export function isInGap(before: OptionEntry, after: OptionEntry): boolean {
  return before.gap === true || after.gap === true;
}

/**
 * The entry that decides a ticket at its expiry: `settle`, the last one at or before expiry. If the next entry came more than
 * three seconds later, quotes were lost in between, and the next entry decides: the price before had long been known to
 * everyone, and nobody knew this one.
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

/** A ticket's result according to the tape. */
export type OptionResult =
  | { readonly status: 'won' | 'lost' | 'tied' }
  | { readonly status: 'void'; readonly reason: 'gap_strike' | 'gap_expiry' };

/**
 * The result of a ticket that was struck outside a gap.
 *
 * @param ticket its side, and its strike: the price of the entry after the newest one at acceptance.
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

/** The ticket's result for its owner, in the stake's currency: the profit, the negative stake, or zero. */
export function optionPnl(
  status: OptionResult['status'],
  { stake, profit }: { readonly stake: Amount; readonly profit: Amount },
): Amount {
  if (status === 'won') return profit;
  return status === 'lost' ? -stake : 0n;
}
