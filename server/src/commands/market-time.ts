/** The time by which money is due: that of the one tape which has entries at all hours, and never before what it has told. */
import type { Facts } from './command.ts';

/** What waits for a time of the market waits for an entry of this symbol. */
export const CLOCK_SYMBOL = 'BTC/USDT';

/** The market's time in milliseconds. A wall clock that steps back takes it back no further than to the newest entry. */
export function marketMs(facts: Pick<Facts, 'nowMs' | 'head'>): number {
  return Math.max(facts.nowMs, facts.head(CLOCK_SYMBOL)?.timeMs ?? 0);
}

/** The number of the newest entry, from which on what is armed now counts. */
export function clockSeq(facts: Pick<Facts, 'head'>): bigint {
  return facts.head(CLOCK_SYMBOL)?.seq ?? 0n;
}
