/**
 * Amounts and sequence numbers as doubles, used only for sorting and comparing. Every integer below 2⁵³ is exact as a double.
 * No arithmetic is done on the result.
 */

const cell = new BigInt64Array(1);
const words = new Int32Array(cell.buffer);

/** The first integer that a double can't distinguish from its neighbour: 90,071,992.54740992 as a price. */
export const EXACT_END = 2 ** 53;
const INT64_END = 2n ** 63n;
const WORD = 2 ** 32;

/** Converts an integer to a double. Throws if the integer is too large to be exact, which is a bug of the caller. */
export function exactInteger(value: bigint): number {
  const double = wideInteger(value);
  if (double >= EXACT_END || double <= -EXACT_END)
    throw new RangeError(`expected an integer below 2^53, got ${value}`);
  return double;
}

/** Converts an integer to a double; any integer of 2⁵³ or more becomes 2⁵³, which is above every exact integer. */
export function cappedInteger(value: bigint): number {
  const double = wideInteger(value);
  if (double >= EXACT_END) return EXACT_END;
  return double <= -EXACT_END ? -EXACT_END : double;
}

/** Reading the two halves of an int64 creates no garbage, unlike a conversion through a heap-allocated bigint. */
function wideInteger(value: bigint): number {
  if (value >= INT64_END) return EXACT_END;
  if (value <= -INT64_END) return -EXACT_END;
  cell[0] = value;
  return words[1]! * WORD + (words[0]! >>> 0);
}
