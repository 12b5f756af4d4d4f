/**
 * At which entry of the tape an order at market fills, said once for orders, conversions, exchanges and closings, and for
 * both sides alike. The newest entry at acceptance fills it if that is a quote and young enough; otherwise nobody knows
 * the price yet, and the first quote after that entry fills it. What fills is a function of row and tape alone.
 */
import type { TapeEntry } from '../market/quote.ts';

/** When an order was accepted by the market clock, and what was the newest entry of its tape then. */
type Acceptance = {
  readonly acceptedMs: number;
  readonly acceptedSeq: bigint;
  /** How old that entry may have been to fill it. */
  readonly fillAgeMs: number;
};

/** How old an entry is at an instant: by the older of its feed's time and its own, so that no feed's clock makes it younger. */
function entryAgeMs(entry: Pick<TapeEntry, 'timeMs' | 'feedTimeMs'>, nowMs: number): number {
  return nowMs - Math.min(entry.timeMs, entry.feedTimeMs);
}

/** Whether what is accepted now fills at the newest entry; if not, it waits for the first quote after it. */
export function fillsAtNewest(
  newest: Pick<TapeEntry, 'timeMs' | 'feedTimeMs' | 'gap'>,
  { acceptedMs, fillAgeMs }: Omit<Acceptance, 'acceptedSeq'>,
): boolean {
  return newest.gap !== true && entryAgeMs(newest, acceptedMs) <= fillAgeMs;
}

/**
 * The entry that fills an order, or undefined while it is not on the tape yet.
 *
 * @param entries of the order's symbol in the order of the tape, none left out from `acceptedSeq` on; earlier ones are
 *   passed over.
 */
export function fillingEntry(acceptance: Acceptance, entries: Iterable<TapeEntry>): TapeEntry | undefined {
  const { acceptedSeq } = acceptance;
  for (const entry of entries) {
    if (entry.seq < acceptedSeq || entry.gap === true) continue;
    if (entry.seq > acceptedSeq || fillsAtNewest(entry, acceptance)) return entry;
  }
  return undefined;
}
