/**
 * The complete rule of fixed-time options in one function, for tests that have all entries of a ticket. The server computes
 * the result in two steps, strike and settlement.
 */
import { isInGap, struckResult } from '../option.ts';
import type { OptionEntry, OptionResult, OptionSide } from '../option.ts';

/**
 * Computes the result of a ticket from all four entries. `accepted` was the newest one at acceptance, and `strike` is the next
 * one.
 */
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
