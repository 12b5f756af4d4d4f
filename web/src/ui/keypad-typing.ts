/** The effect of a keypad key on the typed text. Pure, so that every unusual sequence can be tested. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete' | 'clear';

const WHOLE_DIGITS_MAX = 15;

/** Keeps only what can become a decimal string: digits and one point, no redundant leading zeros, at most `decimals` places. */
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

/** A figure in either notation: a whole part with or without thousands separators, then optional decimals. */
const figures = {
  '.': /^(\d*|[1-9]\d{0,2}(?:([, \u00a0\u202f’'])\d{3}(?:\2\d{3})*))(?:\.(\d*))?$/,
  ',': /^(\d*|[1-9]\d{0,2}(?:([. \u00a0\u202f’'])\d{3}(?:\2\d{3})*))(?:,(\d*))?$/,
} as const;

/** Text that may surround a figure copied from a page: spaces, a currency's sign or code. */
const around = /^[\s\p{Sc}\p{L}]+|[\s\p{Sc}\p{L}]+$/gu;

/**
 * A pasted figure as a decimal string. `point` is the decimal mark in the customer's language: "1,500" is 1500 in English and
 * 1.5 in Spanish. A figure that is invalid in that notation is read in the other ("1.234,56"). Undefined if it is valid in
 * neither, or longer than any amount.
 */
export function pastedDecimal(text: string, point: '.' | ','): string | undefined {
  const figure = text.replace(around, '');
  const found = figures[point].exec(figure) ?? figures[point === '.' ? ',' : '.'].exec(figure);
  if (found === null || !/\d/.test(figure)) return undefined;
  const whole = (found[1] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (whole.length > WHOLE_DIGITS_MAX) return undefined;
  return found[3] === undefined ? whole : `${whole === '' ? '0' : whole}.${found[3]}`;
}

/** The typed text in the wire format: "12." becomes "12", and an empty text stays empty. */
export function finishedDecimal(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
