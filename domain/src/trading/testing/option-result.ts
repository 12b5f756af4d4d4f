/**
 * The whole rule of short options in one place, for tests that have a ticket's entries at hand. The server comes to the same
 * in two steps, of which the second knows the strike by its price alone.
 */
import { isInGap, struckResult } from '../option.ts';
import type { OptionEntry, OptionResult, OptionSide } from '../option.ts';

/** How a ticket ends, from all four entries: `accepted` stood when it was accepted, `strike` is the next one. */
export function optionResult(
  side: OptionSide,
  entries: {
    readonly accepted: OptionEntry;
    readonly strike: OptionEntry;
    readonly settle: OptionEntry;
    readonly after: OptionEntry;
  },
): OptionResult {
  const { accepted, strike, settle } = entries;
  if (isInGap(accepted, strike) || settle.seq < strike.seq) return { status: 'void', reason: 'gap_strike' };
  return struckResult({ side, strike: strike.last }, entries);
}
