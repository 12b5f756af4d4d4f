/** Exact decimals, as integers in units of 10⁻⁸, parsed from and formatted in their shortest text form. */

export const ONE = 100_000_000n;

const SHORTEST = /^-?(?:0|[1-9]\d{0,29})(?:\.\d{0,7}[1-9])?$/;

/** Parses a decimal in its shortest form ("64250.1", not "64250.10"). Returns undefined for anything else. */
export function readDecimal(text: unknown): bigint | undefined {
  if (typeof text !== 'string' || !SHORTEST.test(text) || text === '-0') return undefined;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const value = BigInt(whole + fraction.padEnd(8, '0'));
  return negative ? -value : value;
}

/** Formats a number of units of 10⁻⁸ in its shortest exact form, such as "-12.5". */
export function printDecimal(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(9, '0');
  const fraction = digits.slice(-8).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -8)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns a ÷ b, rounded towards minus infinity; b > 0. */
export function divideDown(a: bigint, b: bigint): bigint {
  return a % b !== 0n && a < 0n ? a / b - 1n : a / b;
}

/** Returns a ÷ b, rounded towards plus infinity; b > 0. */
export function divideUp(a: bigint, b: bigint): bigint {
  return -divideDown(-a, b);
}

/** Returns a value if it is a number, otherwise NaN. A file may contain any value instead of a number. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
