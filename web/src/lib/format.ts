/**
 * Formats figures and times in the customer's language. Decimals are converted from string to string without floats, and are
 * truncated towards zero.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { useDeferredValue, useMemo } from 'react';
import { decimalWriter } from './decimal-text.ts';
import type { DecimalOptions, DecimalText, DecimalWriter } from './decimal-text.ts';
import { useSession } from './session.ts';

export type Format = {
  readonly locale: string;
  decimal(value: DecimalText, options: DecimalOptions): string;
  /** Money: two decimal places, rounded down. */
  money(value: DecimalText): string;
  /** Money to be paid: two decimal places, rounded up. */
  moneyUp(value: DecimalText): string;
  /** The amounts that a customer holds, gets or moves, at a glance: USDT as money, coins with all their decimal places. */
  held(value: DecimalText, currency: string, options?: { readonly signed?: boolean }): string;
  /** A coin quantity: as many decimal places as it has, at most `decimals`. */
  quantity(value: DecimalText, decimals?: number): string;
  price(value: DecimalText, tickSize: DecimalText): string;
  /** In per cent with a sign: "+1.25%" for "1.25". */
  percent(value: DecimalText): string;
  /** In short form, for volumes: "12.3M". */
  compact(value: DecimalText): string;
  dateTime(seconds: number): string;
  /** To the minute, for lists. */
  moment(seconds: number): string;
  time(seconds: number): string;
  /** The time of day to the minute, if the day is shown elsewhere. */
  clock(seconds: number): string;
  date(seconds: number): string;
  /** To the millisecond, for a time in milliseconds. */
  exactTime(ms: number): string;
  /** To the second and in 24 hours, like `exactTime`, which is shown beside it. */
  exactSecond(seconds: number): string;
  /** Names as the language enumerates them: "A, B, C", in Chinese “A、B、C”. */
  list(names: readonly string[]): string;
  readonly point: '.' | ',';
};

/** Returns the number of decimal places of a step such as "0.01". */
export function decimalsOfText(step: DecimalText): number {
  const point = step.indexOf('.');
  return point === -1 ? 0 : step.slice(point + 1).replace(/0+$/, '').length;
}

/** Returns -1, 0 or 1, for colours and arrows. */
export function signOf(value: DecimalText): -1 | 0 | 1 {
  const amount = fromNumeric(value);
  return amount > 0n ? 1 : amount < 0n ? -1 : 0;
}

/** Creates each date format on its first use, because date formats are slow to create. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): (seconds: number) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (seconds) => (made ??= new Intl.DateTimeFormat(locale, options)).format(seconds * 1000);
}

function exactFormat(locale: string, options: Intl.DateTimeFormatOptions): (ms: number) => string {
  let made: Intl.DateTimeFormat | undefined;
  const digits = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return (ms) =>
    (made ??= new Intl.DateTimeFormat(locale, { ...digits, hourCycle: 'h23', ...options })).format(ms);
}

const writers = new Map<Language, DecimalWriter>();

function writerOf(language: Language): DecimalWriter {
  const writer = writers.get(language) ?? decimalWriter(language);
  writers.set(language, writer);
  return writer;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = numberFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, options);
  numberFormats.set(key, made);
  return made;
}

// Spanish would otherwise group only from five digits, unlike `decimalWriter`.
const ALWAYS = { useGrouping: 'always' } as const;

// A list of the type `unit` would have no separators in Chinese.
const LIST = { type: 'conjunction', style: 'narrow' } as const;

const COMPACT = { notation: 'compact', maximumFractionDigits: 2, ...ALWAYS } as const;
const compactIn = (locale: string): Intl.NumberFormat => numberFormat(locale, COMPACT);

export function makeFormat(language: Language, timeZone?: string): Format {
  const locale = localeOf[language];
  const zone = timeZone === undefined ? {} : { timeZone };
  const { write: decimal, point } = writerOf(language);
  const exactSecond = exactFormat(locale, zone);
  return {
    locale,
    decimal,
    money: (value) => decimal(value, { max: 2 }),
    moneyUp: (value) =>
      numberFormat(locale, {
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        roundingMode: 'ceil',
        ...ALWAYS,
      }).format(value as Intl.StringNumericLiteral),
    held: (value, currency, { signed = false } = {}) =>
      decimal(value, currency === 'USDT' ? { max: 2, signed } : { min: 0, max: 8, signed }),
    quantity: (value, decimals = 8) => decimal(value, { min: 0, max: decimals }),
    price: (value, tickSize) => decimal(value, { max: decimalsOfText(tickSize) }),
    percent: (value) => `${decimal(value, { max: 2, signed: true })}%`,
    compact: (value) => compactIn(locale).format(value as Intl.StringNumericLiteral),
    dateTime: dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone }),
    moment: dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone }),
    time: dateFormat(locale, { timeStyle: 'medium', ...zone }),
    clock: dateFormat(locale, { timeStyle: 'short', ...zone }),
    date: dateFormat(locale, { dateStyle: 'medium', ...zone }),
    exactTime: exactFormat(locale, { ...zone, fractionalSecondDigits: 3 }),
    exactSecond: (seconds) => exactSecond(seconds * 1000),
    list: (names) => new Intl.ListFormat(locale, LIST).format(names),
    point,
  };
}

export function useFormat(): Format {
  const language = useSession((session) => session.language);
  return useMemo(() => makeFormat(language), [language]);
}

const written = new Set<string>();

/**
 * Returns a large figure in short form. The result is undefined until the screen has rendered, because creating this format takes
 * a slow phone as long as the rest of a screen. The layout must not depend on it.
 */
export function useCompact(value: DecimalText): string | undefined {
  const { locale, compact } = useFormat();
  const isTurn = useDeferredValue(true, written.has(locale));
  if (!isTurn) return undefined;
  written.add(locale);
  return compact(value);
}
