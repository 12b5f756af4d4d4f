/** The effect of a keypad key on the typed text. Pure, so that unusual sequences can be tested. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete' | 'clear';

const WHOLE_DIGITS_MAX = 15;

/** Reduces a text to a decimal string: digits and one point, without redundant leading zeros, with at most `decimals` places. */
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

/** Matches a figure in either notation: an integer part with or without thousands separators, and optional decimal places. */
const figures = {
  '.': /^(\d*|[1-9]\d{0,2}(?:([, \u00a0\u202f’'])\d{3}(?:\2\d{3})*))(?:\.(\d*))?$/,
  ',': /^(\d*|[1-9]\d{0,2}(?:([. \u00a0\u202f’'])\d{3}(?:\2\d{3})*))(?:,(\d*))?$/,
} as const;

/** The text that may surround a copied figure: spaces, and a currency's sign or code. */
const around = /^[\s\p{Sc}\p{L}]+|[\s\p{Sc}\p{L}]+$/gu;

/**
 * Converts a pasted figure to a decimal string. `point` is the decimal mark of the customer's language: "1,500" is 1500 in
 * English and 1.5 in Spanish. A figure that is invalid in this notation is parsed in the other notation ("1.234,56"). Returns
 * undefined if the figure is invalid in both notations or longer than any amount.
 */
export function pastedDecimal(text: string, point: '.' | ','): string | undefined {
  const figure = text.replace(around, '');
  const found = figures[point].exec(figure) ?? figures[point === '.' ? ',' : '.'].exec(figure);
  if (found === null || !/\d/.test(figure)) return undefined;
  const whole = (found[1] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (whole.length > WHOLE_DIGITS_MAX) return undefined;
  return found[3] === undefined ? whole : `${whole === '' ? '0' : whole}.${found[3]}`;
}

/** Converts the typed text to the wire format: "12." becomes "12", and an empty text remains empty. */
export function finishedDecimal(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
