/**
 * The whole rule of short options in one place, for tests that have a ticket's entries at hand. The server gets the same
 * result in two steps, and the second step knows only the strike's price.
 */
import { isInGap, struckResult } from '../option.ts';
import type { OptionEntry, OptionResult, OptionSide } from '../option.ts';

/** The result of a ticket, from all four entries: `accepted` was the newest at acceptance, `strike` is the next one. */
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
