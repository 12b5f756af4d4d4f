/**
 * Conversion rates of quote currencies to USDT. Profit on forex and metals arises in the quote currency and is booked in USDT.
 * The rate is published once an hour as an entry of a separate tape, so that anyone can look it up. One US dollar is treated
 * as one USDT.
 */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { HOUR_MS } from '../time.ts';
import type { TapeEntry } from './quote.ts';

export type Conversion = {
  /** The symbol under which the rate is published. */
  readonly symbol: string;
  readonly currency: string;
  /** The instrument from whose quotes the rate is computed. */
  readonly source: string;
  /** Whether the rate is the source's price or its inverse. */
  readonly of: 'price' | 'inverse';
};

/**
 * All published rates, in display order. The rate of the euro is only for showing totals in euros, because no instrument is
 * quoted in euros.
 */
export const conversions: readonly Conversion[] = [
  { symbol: 'EUR/USDT', currency: 'EUR', source: 'EUR/USD', of: 'price' },
  { symbol: 'GBP/USDT', currency: 'GBP', source: 'GBP/USD', of: 'price' },
  { symbol: 'CHF/USDT', currency: 'CHF', source: 'USD/CHF', of: 'inverse' },
  { symbol: 'CAD/USDT', currency: 'CAD', source: 'USD/CAD', of: 'inverse' },
  { symbol: 'JPY/USDT', currency: 'JPY', source: 'USD/JPY', of: 'inverse' },
];

/** Currencies whose unit is treated as one USDT, so they need no rate. */
export const currenciesAtPar: readonly string[] = ['USDT', 'USD'];

const bySymbol: ReadonlyMap<string, Conversion> = new Map(conversions.map((one) => [one.symbol, one]));
const byCurrency: ReadonlyMap<string, Conversion> = new Map(conversions.map((one) => [one.currency, one]));

/** Whether a symbol is that of a conversion rate, which cannot be traded. */
export function isRateSymbol(symbol: string): boolean {
  return bySymbol.has(symbol);
}

/**
 * Returns the symbol of a quote currency's conversion rate; null if one unit is treated as one USDT. Throws on any other
 * currency, because instruments quoted in it could not be settled.
 */
export function rateSymbolOf(currency: string): string | null {
  if (currenciesAtPar.includes(currency)) return null;
  const conversion = byCurrency.get(currency);
  if (conversion === undefined)
    throw new Error(`expected a currency with a published rate, found ${currency}`);
  return conversion.symbol;
}

/**
 * Computes the price in USDT of one unit of the currency: the middle of the source's bid and ask (both above 0), or its
 * inverse. The price is computed exactly and rounded once, half up, to the nearest 10⁻⁸. The same rate is used for profit and
 * loss, long and short, so the rounding favours neither.
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
 * Whether a rate must be published at a market time, given the newest entries (seq 0 if none) of the rate's tape and of the
 * source's tape. The first rate is published immediately. Afterwards, a rate is published in each clock hour in which any
 * symbol is quoted, unless the source had no quote since the last rate. The `feedTimeMs` of a rate's entry is the market time
 * of the quote from which it was computed.
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
