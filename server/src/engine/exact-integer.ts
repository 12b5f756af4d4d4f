/**
 * Amounts and sequence numbers as doubles, for sorting and comparing only. Below 2⁵³ every integer is a double, so
 * nothing is lost; no arithmetic is ever done on the result.
 */

const cell = new BigInt64Array(1);
const words = new Int32Array(cell.buffer);

/** The first integer that is no longer told from its neighbour as a double: 90,071,992.54740992 as a price. */
export const EXACT_END = 2 ** 53;
const INT64_END = 2n ** 63n;
const WORD = 2 ** 32;

/** The integer as a double; one too large to be exact is a bug of the caller and throws. */
export function exactInteger(value: bigint): number {
  const double = wideInteger(value);
  if (double >= EXACT_END || double <= -EXACT_END) throw new RangeError(`beyond exact doubles: ${value}`);
  return double;
}

/** The integer as a double, anything at or beyond 2⁵³ as 2⁵³ itself, which lies beyond every exact integer. */
export function cappedInteger(value: bigint): number {
  const double = wideInteger(value);
  if (double >= EXACT_END) return EXACT_END;
  return double <= -EXACT_END ? -EXACT_END : double;
}

/** Reading the two halves of an int64 makes no garbage, unlike a conversion through a heap-allocated bigint. */
function wideInteger(value: bigint): number {
  if (value >= INT64_END) return EXACT_END;
  if (value <= -INT64_END) return -EXACT_END;
  cell[0] = value;
  return words[1]! * WORD + (words[0]! >>> 0);
}
