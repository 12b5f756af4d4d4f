/**
 * At which entry of the tape an order at market fills, said once for orders, conversions, exchanges and closings, and for
 * both sides alike. The newest entry at acceptance fills it if that is a quote and young enough; otherwise nobody knows
 * the price yet, and the first quote behind that entry which was made at or after the acceptance fills it. What fills is a
 * function of row and tape alone.
 */
import type { TapeEntry } from '../market/quote.ts';
import { madeMs } from '../market/quote.ts';

/** When an order was accepted by the market clock, and what was the newest entry of its tape then. */
type Acceptance = {
  readonly acceptedMs: number;
  readonly acceptedSeq: bigint;
  /** How old that entry may have been to fill it. */
  readonly fillAgeMs: number;
};

/** Whether what is accepted now fills at the newest entry; if not, it waits for the first quote that is made from now on. */
export function fillsAtNewest(
  newest: Pick<TapeEntry, 'timeMs' | 'feedTimeMs' | 'gap'>,
  { acceptedMs, fillAgeMs }: Omit<Acceptance, 'acceptedSeq'>,
): boolean {
  return newest.gap !== true && acceptedMs - madeMs(newest) <= fillAgeMs;
}

/**
 * The entry that fills an order, or undefined while it is not on the tape yet.
 *
 * @param entries of the order's symbol in the order of the tape, none left out from `acceptedSeq` on; earlier ones are
 *   passed over.
 */
export function fillingEntry(acceptance: Acceptance, entries: Iterable<TapeEntry>): TapeEntry | undefined {
  const { acceptedSeq, acceptedMs } = acceptance;
  for (const entry of entries) {
    if (entry.seq < acceptedSeq || entry.gap === true) continue;
    // A feed that is late tells prices of before, which whoever stands nearer to the market knows.
    if (entry.seq > acceptedSeq ? madeMs(entry) >= acceptedMs : fillsAtNewest(entry, acceptance))
      return entry;
  }
  return undefined;
}
