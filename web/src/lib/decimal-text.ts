/**
 * Formats decimal strings with a language's separators. `Intl` needs a formatter object for each number of decimal places, and
 * creating these objects on a slow phone takes longer than the rest of a screen. Therefore this module contains the separators
 * and truncates the decimal places. `decimal-text.test.ts` compares its results with those of `Intl`.
 */
import { localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';

export type DecimalText = string;
export type DecimalOptions = {
  /** The minimum number of decimal places; equal to `max` unless given. */
  readonly min?: number;
  readonly max: number;
  /** Adds a plus sign to positive values. */
  readonly signed?: boolean;
};

export type DecimalWriter = {
  /** Formats the value, truncated towards zero. */
  readonly write: (value: DecimalText, options: DecimalOptions) => string;
  readonly point: '.' | ',';
};

const PLAIN = /^(-?)0*(\d+?)(?:\.(\d*))?$/;

const grouped = (digits: string, mark: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, mark);

function placesOf(decimals: string, { min, max }: { min: number; max: number }): string {
  const cut = decimals.slice(0, max).padEnd(min, '0');
  const needed = cut.replace(/0+$/, '').length;
  return cut.slice(0, Math.max(needed, min));
}

type Marks = { readonly group: ',' | '.'; readonly point: DecimalWriter['point'] };
const POINT: Marks = { group: ',', point: '.' };
const COMMA: Marks = { group: '.', point: ',' };
const marksOf: Readonly<Record<Language, Marks>> = {
  zh: POINT,
  en: POINT,
  es: COMMA,
  it: COMMA,
  jp: POINT,
  ko: POINT,
  pt: COMMA,
  hk: POINT,
  vn: COMMA,
};

export function decimalWriter(language: Language): DecimalWriter {
  const { group, point } = marksOf[language];
  return {
    point,
    write: (value, { max, min = max, signed = false }) => {
      const read = PLAIN.exec(value);
      // The server sends plain decimals only, but a number from the chart may have an exponent.
      if (read === null) {
        const options = { useGrouping: true, maximumFractionDigits: 20, roundingMode: 'trunc' } as const;
        return new Intl.NumberFormat(localeOf[language], options).format(value as Intl.StringNumericLiteral);
      }
      const [, negative = '', whole = '0', decimals = ''] = read;
      const places = placesOf(decimals, { min, max });
      const isZero = !/[1-9]/.test(whole + places);
      const sign = isZero ? '' : negative === '-' ? '-' : signed ? '+' : '';
      return `${sign}${grouped(whole, group)}${places === '' ? '' : point + places}`;
    },
  };
}
