/**
 * What a unit of a quote currency is worth in USDT. Profit of forex and metals arises in the quote currency and is booked
 * in USDT, at a rate that is published once an hour as an entry of a tape of its own, so that anybody can look it up.
 * A US dollar counts as one USDT.
 */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { HOUR_MS } from '../time.ts';
import type { TapeEntry } from './quote.ts';

export type Conversion = {
  /** The symbol that the rate is published as. */
  readonly symbol: string;
  readonly currency: string;
  /** The instrument whose quotes the rate is made of. */
  readonly source: string;
  /** Whether the source's price is the rate, or one divided by it is. */
  readonly of: 'price' | 'inverse';
};

/** Every published rate, in the order that lists show them. Nothing is quoted in euro: its rate is for showing totals in it. */
export const conversions: readonly Conversion[] = [
  { symbol: 'EUR/USDT', currency: 'EUR', source: 'EUR/USD', of: 'price' },
  { symbol: 'GBP/USDT', currency: 'GBP', source: 'GBP/USD', of: 'price' },
  { symbol: 'CHF/USDT', currency: 'CHF', source: 'USD/CHF', of: 'inverse' },
  { symbol: 'CAD/USDT', currency: 'CAD', source: 'USD/CAD', of: 'inverse' },
  { symbol: 'JPY/USDT', currency: 'JPY', source: 'USD/JPY', of: 'inverse' },
];

/** Currencies that count as one USDT each and need no rate. */
export const currenciesAtPar: readonly string[] = ['USDT', 'USD'];

const bySymbol: ReadonlyMap<string, Conversion> = new Map(conversions.map((one) => [one.symbol, one]));
const byCurrency: ReadonlyMap<string, Conversion> = new Map(conversions.map((one) => [one.currency, one]));

/** Whether a tape of this symbol holds a published rate: it is quoted for nobody and cannot be traded. */
export function isRateSymbol(symbol: string): boolean {
  return bySymbol.has(symbol);
}

/**
 * The symbol whose tape says what a unit of a quote currency is worth in USDT; null where it counts as one. A currency
 * that has neither throws: an instrument quoted in it could not be settled.
 */
export function rateSymbolOf(currency: string): string | null {
  if (currenciesAtPar.includes(currency)) return null;
  const conversion = byCurrency.get(currency);
  if (conversion === undefined) throw new Error(`no rate is published for ${currency}`);
  return conversion.symbol;
}

/**
 * USDT for one unit of the currency: the middle of the source's bid and ask (both above 0), or one divided by that
 * middle. Computed exactly and rounded once, to the nearest 10⁻⁸ and up from the half: one number serves profit and loss,
 * long and short, so rounding for one of them would be rounding against the other.
 */
export function conversionRate(
  conversion: Pick<Conversion, 'of'>,
  quote: { readonly bid: Amount; readonly ask: Amount },
): Amount {
  const twiceMiddle = quote.bid + quote.ask;
  if (conversion.of === 'price') return (twiceMiddle + 1n) / 2n;
  return (4n * ONE * ONE + twiceMiddle) / (2n * twiceMiddle);
}

type Newest = Pick<TapeEntry, 'seq' | 'timeMs'>;

/**
 * Whether a rate is to be published at a market time, given the newest quotes (seq 0 before the first) of its own tape and
 * of its source's: at once when there is none yet, then once in each hour of the clock in which something is quoted, unless
 * the source was not quoted since. An entry of a rate bears as `feedTimeMs` the market time of the quote that it was made of.
 */
export function isRateDue(
  rate: Newest & Pick<TapeEntry, 'feedTimeMs'>,
  source: Newest,
  timeMs: number,
): boolean {
  if (source.seq === 0n) return false;
  if (rate.seq === 0n) return true;
  return hourOf(timeMs) > hourOf(rate.timeMs) && source.timeMs > rate.feedTimeMs;
}

function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS);
}
