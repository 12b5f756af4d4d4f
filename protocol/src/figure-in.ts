/** Amounts as a language writes them, in texts that the server fills in. */
import { localeOf } from './languages.ts';
import type { Language } from './languages.ts';

export type FigureFormat = {
  /** The least number of decimals; 2 by default. */
  readonly placesMin?: number;
  /** By default, Spanish groups only from five digits. */
  readonly useGrouping?: 'always' | 'auto';
};

/**
 * Returns a formatter that shows every decimal of an exact amount, up to 8, with the language's grouping. The minus sign is as wide
 * as a digit.
 */
export function figureIn(
  language: Language,
  { placesMin = 2, useGrouping = 'auto' }: FigureFormat = {},
): (amount: string) => string {
  const format = new Intl.NumberFormat(localeOf[language], {
    minimumFractionDigits: placesMin,
    maximumFractionDigits: 8,
    useGrouping,
  });
  return (amount) => format.format(amount as Intl.StringNumericLiteral).replace('-', '−');
}
