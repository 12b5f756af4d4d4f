/**
 * Exact amounts, as integers in units of 10⁻⁸, for money, prices and quantities. Only their text form (JSON, database, screen)
 * has a decimal point. Floating point is never used.
 */

/** Money, a price or a quantity in units of 10⁻⁸. */
export type Amount = bigint;

export const AMOUNT_DECIMALS = 8;
export const ONE: Amount = 100_000_000n;

const DECIMAL_TEXT = /^(0|[1-9]\d{0,29})(?:\.(\d{1,8}))?$/;

/**
 * Parses a non-negative decimal text strictly: digits, at most one point, and at most `decimals` digits after it. Returns
 * undefined for anything else ("1e3", " 1", "-0", "1.", "0x10", "1,5", a number, an array); nothing is coerced.
 */
export function parseAmount(text: unknown, decimals: number = AMOUNT_DECIMALS): Amount | undefined {
  if (typeof text !== 'string') return undefined;
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > decimals) return undefined;
  return BigInt(match[1] + fraction.padEnd(AMOUNT_DECIMALS, '0'));
}

/** Parses an amount in code or configuration. Throws if the text is invalid. */
export function amount(text: string): Amount {
  const negative = text.startsWith('-');
  const value = parseAmount(negative ? text.slice(1) : text);
  if (value === undefined) throw new Error(`expected an amount, found ${text}`);
  return negative ? -value : value;
}

/** Parses the text of a `numeric(38,8)` of the database, such as "-12.50000000". The format is not checked. */
export function fromNumeric(text: string): Amount {
  const point = text.indexOf('.');
  if (point === -1) return BigInt(text) * ONE;
  const fraction = text.slice(point + 1);
  return BigInt(text.slice(0, point) + fraction.padEnd(AMOUNT_DECIMALS, '0'));
}

/** Formats an amount with all decimals, "-12.50000000", as the database stores it. */
export function toNumeric(value: Amount): string {
  const text = value.toString();
  const negative = value < 0n;
  const cut = text.length - AMOUNT_DECIMALS;
  // A fast path, because most amounts have digits before the point, and a batch of orders formats thousands of amounts.
  if (cut > (negative ? 1 : 0)) return `${text.slice(0, cut)}.${text.slice(cut)}`;
  return negative
    ? `-0.${text.slice(1).padStart(AMOUNT_DECIMALS, '0')}`
    : `0.${text.padStart(AMOUNT_DECIMALS, '0')}`;
}

/** Formats an amount in its shortest exact form, "-12.5", as in JSON. */
export function formatAmount(value: Amount): string {
  const text = toNumeric(value);
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  if (text.charCodeAt(end - 1) === 46) end -= 1;
  return text.slice(0, end);
}

export function hasDecimals(value: Amount, decimals: number): boolean {
  return value % 10n ** BigInt(AMOUNT_DECIMALS - decimals) === 0n;
}
