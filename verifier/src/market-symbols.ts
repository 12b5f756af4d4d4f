/** The symbols of the simulated market, as listed in the table in docs/verification.md, and their opening hours. */
import { DAY_MS, HOUR_MS } from './time.ts';

type Symbol = {
  readonly symbol: string;
  readonly kind: 'crypto' | 'forex' | 'metal';
  readonly tick: string;
  /** The unit of volumes. */
  readonly step: string;
  readonly spread: string;
  readonly start: number;
  readonly minuteVolume: number;
};

export type MarketSymbol = Symbol &
  (
    | { readonly factor: 'crypto' | 'dollar'; readonly load: number; readonly volatility: number }
    | { readonly legs: readonly [string, string]; readonly of: 'ratio' | 'product' }
  );

/**
 * Columns: symbol, tick, step, spread, start price and volume per minute, followed by factor, load and yearly volatility or by
 * the legs of a cross rate and their combination.
 */
type Row = readonly [
  string,
  string,
  string,
  string,
  number,
  number,
  string,
  number | string,
  number | string,
];

const ROWS: readonly Row[] = [
  ['BTC/USDT', '0.01', '0.00001', '0.02', 64250, 14, 'crypto', 0.92, 0.5],
  ['ETH/USDT', '0.01', '0.0001', '0.02', 3120, 190, 'crypto', 0.86, 0.65],
  ['BNB/USDT', '0.01', '0.001', '0.04', 585, 110, 'crypto', 0.75, 0.55],
  ['SOL/USDT', '0.01', '0.001', '0.02', 148.5, 1800, 'crypto', 0.76, 0.85],
  ['XRP/USDT', '0.0001', '0.1', '0.0002', 0.5825, 220_000, 'crypto', 0.66, 0.8],
  ['ADA/USDT', '0.0001', '0.1', '0.0002', 0.431, 150_000, 'crypto', 0.7, 0.8],
  ['DOGE/USDT', '0.00001', '1', '0.00002', 0.1245, 900_000, 'crypto', 0.68, 0.95],
  ['LTC/USDT', '0.01', '0.001', '0.02', 72.4, 900, 'crypto', 0.74, 0.7],
  ['TRX/USDT', '0.0001', '1', '0.0001', 0.1365, 400_000, 'crypto', 0.48, 0.5],
  ['LINK/USDT', '0.001', '0.01', '0.002', 13.85, 4000, 'crypto', 0.72, 0.85],
  ['EUR/USD', '0.00001', '1000', '0.00008', 1.0845, 6_000_000, 'dollar', 0.86, 0.072],
  ['GBP/USD', '0.00001', '1000', '0.00012', 1.268, 6_000_000, 'dollar', 0.78, 0.08],
  ['USD/JPY', '0.001', '1000', '0.009', 151.25, 6_000_000, 'dollar', -0.6, 0.092],
  ['AUD/USD', '0.00001', '1000', '0.0001', 0.6562, 6_000_000, 'dollar', 0.72, 0.1],
  ['USD/CHF', '0.00001', '1000', '0.00013', 0.8914, 6_000_000, 'dollar', -0.82, 0.075],
  ['USD/CAD', '0.00001', '1000', '0.00013', 1.3625, 6_000_000, 'dollar', -0.68, 0.062],
  ['NZD/USD', '0.00001', '1000', '0.00014', 0.6018, 6_000_000, 'dollar', 0.7, 0.102],
  ['EUR/GBP', '0.00001', '1000', '0.00012', 0, 6_000_000, 'EUR/USD', 'ratio', 'GBP/USD'],
  ['EUR/JPY', '0.001', '1000', '0.014', 0, 6_000_000, 'EUR/USD', 'product', 'USD/JPY'],
  ['GBP/JPY', '0.001', '1000', '0.019', 0, 6_000_000, 'GBP/USD', 'product', 'USD/JPY'],
  ['XAU/USD', '0.01', '1', '0.3', 2338.5, 900, 'dollar', 0.45, 0.15],
  ['XAG/USD', '0.001', '50', '0.02', 29.45, 30_000, 'dollar', 0.42, 0.28],
];

export const MARKET_SYMBOLS: readonly MarketSymbol[] = ROWS.map(
  ([symbol, tick, step, spread, start, minuteVolume, tie, how, last]) => {
    const shown = { symbol, kind: kindOf(symbol), tick, step, spread, start, minuteVolume };
    return typeof how === 'number'
      ? { ...shown, factor: tie as 'crypto' | 'dollar', load: how, volatility: Number(last) }
      : { ...shown, legs: [tie, String(last)], of: how as 'ratio' | 'product' };
  },
);

function kindOf(symbol: string): MarketSymbol['kind'] {
  if (symbol.endsWith('/USDT')) return 'crypto';
  return symbol.startsWith('XA') ? 'metal' : 'forex';
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
});

/** The states by hour: markets open and close at full hours, so each hour is computed once. */
const hours = new Map<number, { readonly forex: boolean; readonly metal: boolean }>();

export function isOpenAt({ kind }: Pick<MarketSymbol, 'kind'>, timeMs: number): boolean {
  if (kind === 'crypto') return true;
  const hour = Math.floor(timeMs / HOUR_MS);
  const known = hours.get(hour) ?? openHour(hour * HOUR_MS);
  hours.set(hour, known);
  return known[kind];
}

/**
 * A trading day runs from 17:00 to 17:00 in New York and is named after the date on which it ends. Metals pause during the
 * first hour of each trading day.
 */
function openHour(timeMs: number): { readonly forex: boolean; readonly metal: boolean } {
  const parts = new Map(newYork.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
  const hour = parts.get('hour') ?? 0;
  const today = Date.UTC(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day'));
  const date = new Date(hour >= 17 ? today + DAY_MS : today);
  const isWeekend = [0, 6].includes(date.getUTCDay());
  const monthAndDay = date.toISOString().slice(5, 10);
  const forex = !isWeekend && monthAndDay !== '12-25' && monthAndDay !== '01-01';
  const isGoodFriday = date.getTime() + 2 * DAY_MS === easterSunday(date.getUTCFullYear());
  return { forex, metal: forex && !isGoodFriday && hour !== 17 };
}

/** Easter Sunday of the Gregorian calendar, by Gauss's algorithm with its two exceptions. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const moonShift = (15 + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)) % 30;
  const golden = year % 19;
  const moon = (19 * golden + moonShift) % 30;
  const sundayShift = (4 + century - Math.floor(century / 4)) % 7;
  const toSunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + sundayShift) % 7;
  const late = (moon === 29 && toSunday === 6) || (moon === 28 && toSunday === 6 && golden > 10) ? 7 : 0;
  return Date.UTC(year, 2, 22 + moon + toSunday - late);
}
