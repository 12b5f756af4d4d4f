/** What a key of the numeric keypad does to the text typed so far. Pure, so that every odd sequence can be tested. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete' | 'clear';

const WHOLE_DIGITS_MAX = 15;

/** Keeps only what can become a decimal text: digits and one point, no idle zeros in front, at most `decimals` places. */
export function cleanDecimal(text: string, decimals: number): string {
  const plain = text.replaceAll(',', '.').replace(/[^\d.]/g, '');
  const point = plain.indexOf('.');
  const whole = (point === -1 ? plain : plain.slice(0, point))
    .replace(/^0+(?=\d)/, '')
    .slice(0, WHOLE_DIGITS_MAX);
  if (point === -1 || decimals === 0) return whole;
  const places = plain
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals);
  return `${whole === '' ? '0' : whole}.${places}`;
}

export function typeKey(text: string, key: KeypadKey, decimals: number): string {
  if (key === 'clear') return '';
  if (key === 'delete') return text.slice(0, -1);
  if (key === '.' && (text.includes('.') || decimals === 0)) return text;
  return cleanDecimal(text + key, decimals);
}

/**
 * A pasted figure without the marks between its thousands: "1,234.56" and "1.234,56" are 1234.56. A lone mark stays
 * what it is while typing, the one before the decimals.
 */
export function ungrouped(text: string): string {
  const figure = text.trim();
  const grouped =
    /^\d{1,3}(?:(?:,\d{3})+(?:\.\d*)|(?:\.\d{3})+(?:,\d*)|(?:[ ’'\u00a0\u202f]\d{3})+(?:[.,]\d*)?|(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/;
  if (!grouped.test(figure)) return text;
  const decimals = /[.,](\d*)$/.exec(figure);
  const isMark = decimals !== null && figure.indexOf(decimals[0].charAt(0)) === decimals.index;
  const whole = (isMark ? figure.slice(0, decimals.index) : figure).replace(/\D/g, '');
  return isMark ? `${whole}.${decimals[1] ?? ''}` : whole;
}

/** What was typed as the wire wants it: "12." is "12", and nothing typed is nothing. */
export function finishedDecimal(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
