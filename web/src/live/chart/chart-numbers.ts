/** The formats of numbers and dates on the chart, by language and in the customer's time zone. */
import { localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Chart, FormatDateParams } from 'klinecharts';
import { makeFormat } from '../../lib/format.ts';

const plainDecimal = /^-?\d+(?:\.(\d+))?$/;

/** Formats a plain decimal for the language. Returns any other text unchanged. */
export function localDecimal(text: string, decimal: (value: string, places: number) => string): string {
  const match = plainDecimal.exec(text);
  return match === null ? text : decimal(text, match[1]?.length ?? 0);
}

function dateFormatter(locale: string): (params: FormatDateParams) => string {
  // Each format is created on demand, because its creation takes a slow phone a few milliseconds and an axis needs only one of
  // the three.
  const format = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return (timestamp: number) =>
      (made ??= new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...options })).format(timestamp);
  };
  const time = format({ hour: '2-digit', minute: '2-digit' });
  const dayTime = format({ month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' });
  const day = format({ year: 'numeric', month: '2-digit', day: '2-digit' });
  return ({ timestamp, template }) => {
    if (!template.includes('H')) return day(timestamp);
    return (template.startsWith('H') ? time : dayTime)(timestamp);
  };
}

/** Sets the chart's language for texts, numbers and dates. */
export function speak(chart: Chart, language: Language): void {
  const format = makeFormat(language);
  const decimal = (value: string, places: number) => format.decimal(value, { max: places });
  chart.setLocale(language);
  chart.setFormatter({
    formatDate: dateFormatter(localeOf[language]),
    formatBigNumber: (value) => format.compact(String(value)),
  });
  chart.setThousandsSeparator({ format: (value) => localDecimal(String(value), decimal) });
  // Disables the library's notation for the zeros of small prices in favour of the language's notation.
  chart.setDecimalFold({ format: String });
}
