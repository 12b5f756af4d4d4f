/**
 * The clock for payments that fall due. It is the time of the only tape that has entries at all hours, and never earlier than
 * that tape's newest entry.
 */
import type { Facts } from './command.ts';

/** Triggers that wait for a market time are fired by entries of this symbol. */
export const CLOCK_SYMBOL = 'BTC/USDT';

/**
 * Returns the market time in milliseconds. If the wall clock is set back, the market time does not fall below that of the newest
 * entry.
 */
export function marketMs(facts: Pick<Facts, 'nowMs' | 'head'>): number {
  return Math.max(facts.nowMs, facts.head(CLOCK_SYMBOL)?.timeMs ?? 0);
}

/** Returns the number of the newest entry. A row that is armed now waits for later entries. */
export function clockSeq(facts: Pick<Facts, 'head'>): bigint {
  return facts.head(CLOCK_SYMBOL)?.seq ?? 0n;
}
