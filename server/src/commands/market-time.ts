/**
 * The clock for payments that fall due: the time of the only tape that has entries at all hours, never earlier than the tape's
 * newest entry.
 */
import type { Facts } from './command.ts';

/** Triggers that wait for a market time wait for an entry of this symbol. */
export const CLOCK_SYMBOL = 'BTC/USDT';

/** The market time in milliseconds. If the wall clock steps back, the market time does not fall below the newest entry's. */
export function marketMs(facts: Pick<Facts, 'nowMs' | 'head'>): number {
  return Math.max(facts.nowMs, facts.head(CLOCK_SYMBOL)?.timeMs ?? 0);
}

/** The number of the newest entry. A row armed now waits for later entries. */
export function clockSeq(facts: Pick<Facts, 'head'>): bigint {
  return facts.head(CLOCK_SYMBOL)?.seq ?? 0n;
}
