/**
 * How many firm prices somebody was given lately and let go. Whoever asks all the time and carries out only what moved in their
 * favour is given options for nothing; so within an hour so many, and no more, may go unused. Pure.
 */
import { LIMITS } from '../../limits.ts';

/**
 * Those of the last hour by the wall clock. One that lies further ahead than a quote is firm was given before the clock was set
 * back, and counts no more; less than that is what the clocks of several processes differ by.
 */
export function unusedLately(givenMs: readonly number[], wallMs: number): readonly number[] {
  const { quotesUnusedMs, quoteMs } = LIMITS.money;
  return givenMs.filter((ms) => ms > wallMs - quotesUnusedMs && ms < wallMs + quoteMs);
}

/** When the next quote can be given; undefined: now. A bound that was lowered since counts for those given before. */
export function quotesAgainMs(unusedMs: readonly number[], max: number): number | undefined {
  const lastToGo = unusedMs.toSorted((one, other) => one - other).at(-max);
  return lastToGo === undefined ? undefined : lastToGo + LIMITS.money.quotesUnusedMs;
}
