/**
 * Converts amounts and sequence numbers to doubles, which are used only for sorting and comparing. Every integer below 2⁵³ is
 * exact as a double.
 */

const cell = new BigInt64Array(1);
const words = new Int32Array(cell.buffer);

/** The first integer that a double can't distinguish from its successor; as a price, 90,071,992.54740992. */
export const EXACT_END = 2 ** 53;
const INT64_END = 2n ** 63n;
const WORD = 2 ** 32;

/** Throws if the integer is too large to be exact, which means that the caller has a bug. */
export function exactInteger(value: bigint): number {
  const double = wideInteger(value);
  if (double >= EXACT_END || double <= -EXACT_END)
    throw new RangeError(`expected an integer below 2^53, got ${value}`);
  return double;
}

/** Converts an integer of 2⁵³ or more to 2⁵³, which is above every exact integer. */
export function cappedInteger(value: bigint): number {
  const double = wideInteger(value);
  if (double >= EXACT_END) return EXACT_END;
  return double <= -EXACT_END ? -EXACT_END : double;
}

/** Reads an int64 as two halves, which allocates nothing, unlike a conversion through a bigint. */
function wideInteger(value: bigint): number {
  if (value >= INT64_END) return EXACT_END;
  if (value <= -INT64_END) return -EXACT_END;
  cell[0] = value;
  return words[1]! * WORD + (words[0]! >>> 0);
}
