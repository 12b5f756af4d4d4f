/**
 * The limit on unused firm quotes per hour. Pure. Without it, a customer could request many quotes and execute only those that
 * the market has moved in their favour, which would be free options.
 */
import { limits } from './limits.ts';

/**
 * Returns the times of the last hour's quotes, by the wall clock. A time further ahead than a quote's validity was recorded
 * before the clock was set back, and is dropped. Smaller differences are clock skew between processes.
 */
export function unusedLately(givenMs: readonly number[], wallMs: number): readonly number[] {
  const { quotesUnusedMs, quoteMs } = limits;
  return givenMs.filter((ms) => ms > wallMs - quotesUnusedMs && ms < wallMs + quoteMs);
}

/**
 * Returns the time at which the next quote can be issued, or undefined if it can be issued now. A lowered limit also applies
 * to earlier quotes.
 */
export function quotesAgainMs(unusedMs: readonly number[], max: number): number | undefined {
  const lastToGo = unusedMs.toSorted((one, other) => one - other).at(-max);
  return lastToGo === undefined ? undefined : lastToGo + limits.quotesUnusedMs;
}
