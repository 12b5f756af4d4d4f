/**
 * The tape entry at which a market order fills, defined here for orders, conversions, exchanges and closings on both sides.
 * The newest entry at acceptance fills the order if it is a recent quote. Otherwise the price is not known yet, and the order
 * fills at the first later quote that was made at or after the acceptance. The entry is a function of the order's row and the
 * tape alone.
 */
import type { TapeEntry } from '../market/quote.ts';
import { madeMs } from '../market/quote.ts';

/** The time of an order's acceptance by the market clock, and the newest entry of the symbol's tape at that time. */
type Acceptance = {
  readonly acceptedMs: number;
  readonly acceptedSeq: bigint;
  /** The maximum age in milliseconds at which that entry fills the order. */
  readonly fillAgeMs: number;
};

/** Whether an order accepted now fills at the newest entry. If not, the order waits for the first quote made from now on. */
export function fillsAtNewest(
  newest: Pick<TapeEntry, 'timeMs' | 'feedTimeMs' | 'gap'>,
  { acceptedMs, fillAgeMs }: Omit<Acceptance, 'acceptedSeq'>,
): boolean {
  return newest.gap !== true && acceptedMs - madeMs(newest) <= fillAgeMs;
}

/**
 * Returns the entry that fills an order, or undefined while there is none on the tape.
 *
 * @param entries of the order's symbol in tape order, without omissions from `acceptedSeq` on; earlier ones are skipped.
 */
export function fillingEntry(acceptance: Acceptance, entries: Iterable<TapeEntry>): TapeEntry | undefined {
  const { acceptedSeq, acceptedMs } = acceptance;
  for (const entry of entries) {
    if (entry.seq < acceptedSeq || entry.gap === true) continue;
    // A late feed delivers old prices, which a customer with a faster source already knows.
    if (entry.seq > acceptedSeq ? madeMs(entry) >= acceptedMs : fillsAtNewest(entry, acceptance))
      return entry;
  }
  return undefined;
}
