/**
 * Writes decimals in a language's own marks, from text to text. `Intl` does the same and needs an object for each number of
 * places, whose making costs a slow phone more than the rest of a row; so it is asked once how the language writes, and
 * the places are cut here. `decimal-text.test.ts` holds the two against each other.
 */
export type DecimalText = string;
export type DecimalOptions = {
  /** Places after the point at least; the same as `max` unless given. */
  readonly min?: number;
  readonly max: number;
  /** Write a plus before what is above zero. */
  readonly signed?: boolean;
};

export type DecimalWriter = {
  /** Cut towards zero. */
  readonly write: (value: DecimalText, options: DecimalOptions) => string;
  /** The mark between whole part and decimals. */
  readonly point: '.' | ',';
};

const PLAIN = /^(-?)0*(\d+?)(?:\.(\d*))?$/;

const grouped = (digits: string, mark: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, mark);

function placesOf(decimals: string, { min, max }: { min: number; max: number }): string {
  const cut = decimals.slice(0, max).padEnd(min, '0');
  const needed = cut.replace(/0+$/, '').length;
  return cut.slice(0, Math.max(needed, min));
}

export function decimalWriter(locale: string): DecimalWriter {
  const intl = new Intl.NumberFormat(locale, {
    useGrouping: true,
    maximumFractionDigits: 20,
    roundingMode: 'trunc',
  });
  const markOf = (type: 'group' | 'decimal' | 'minusSign', value: number): string =>
    intl.formatToParts(value).find((part) => part.type === type)?.value ?? '';
  const point = markOf('decimal', 1.5) === ',' ? ',' : '.';
  const minus = markOf('minusSign', -1);
  const group = markOf('group', 1000);
  return {
    point,
    write: (value, { max, min = max, signed = false }) => {
      const read = PLAIN.exec(value);
      // Nothing that we are sent looks otherwise; a number of the chart may have an exponent.
      if (read === null) return intl.format(value as Intl.StringNumericLiteral);
      const [, negative = '', whole = '0', decimals = ''] = read;
      const places = placesOf(decimals, { min, max });
      const isZero = !/[1-9]/.test(whole + places);
      const sign = isZero ? '' : negative === '-' ? minus : signed ? '+' : '';
      return `${sign}${grouped(whole, group)}${places === '' ? '' : point + places}`;
    },
  };
}
