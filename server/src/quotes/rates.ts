/** The current published conversion rates, for display only. A transaction that moves money reads the rate from the database. */
import { conversions, currenciesAtPar, rateSymbolOf } from '@candor/domain/market/conversion.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ONE, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { LatestQuotes } from './latest.ts';

/** The price of one unit of a currency in USDT. A currency at par has no tape, and therefore no published entry. */
export type Rate = {
  readonly currency: string;
  readonly rate: Amount;
  readonly published: { readonly symbol: string; readonly seq: bigint; readonly timeMs: number } | null;
};

/** Returns the rate of a quote currency, or undefined if its source was never quoted. */
export function rateOf(currency: string, latest: Pick<LatestQuotes, 'get'>): Rate | undefined {
  const symbol = rateSymbolOf(currency);
  if (symbol === null) return { currency, rate: ONE, published: null };
  const entry = latest.get(symbol)?.entry;
  if (entry === undefined) return undefined;
  return { currency, rate: entry.last, published: { symbol, seq: entry.seq, timeMs: entry.timeMs } };
}

export function ratesOf(latest: Pick<LatestQuotes, 'get'>): Rate[] {
  return [...currenciesAtPar, ...conversions.map((conversion) => conversion.currency)]
    .map((currency) => rateOf(currency, latest))
    .filter((rate) => rate !== undefined);
}

export function rateView({ currency, rate, published }: Rate): CallOutput<'GET lh/wh_bzhl_list'>[number] {
  return {
    currency,
    rate: formatAmount(rate),
    symbol: published && published.symbol,
    seq: published && Number(published.seq),
    time: published && Math.floor(published.timeMs / 1000),
  };
}
