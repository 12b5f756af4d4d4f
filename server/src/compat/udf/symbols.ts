/** Instruments in the form of the UDF protocol, with what a chart needs to draw and search them. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { candlePeriods } from '@candor/protocol/market/schemas.ts';

export type Quotation = CallOutput<'GET currency/quotation_new'>[number];
export type Period = (typeof candlePeriods)[number];

export const EXCHANGE = 'Candor';

/** Our periods under the protocol's names. Days and weeks also have a short spelling. */
export const RESOLUTIONS: Readonly<Record<string, Period>> = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '240': '4h',
  '1D': '1D',
  '1W': '1W',
};
const SHORT: Readonly<Record<string, Period>> = { D: '1D', W: '1W' };

export function periodOf(resolution: string): Period | undefined {
  const all = { ...RESOLUTIONS, ...SHORT };
  return Object.hasOwn(all, resolution) ? all[resolution] : undefined;
}

/** Accepts a name prefixed with the exchange, as charts write it. */
export function nameOf(symbol: string): string {
  const prefix = `${EXCHANGE}:`;
  return symbol.toUpperCase().startsWith(prefix.toUpperCase()) ? symbol.slice(prefix.length) : symbol;
}

/** Trading hours by the New York clock, as in `domain/src/market/session.ts`. */
const HOURS = {
  crypto: { session: '24x7', timezone: 'Etc/UTC' },
  forex: { session: '1700-1700', timezone: 'America/New_York' },
  metal: { session: '1800-1700', timezone: 'America/New_York' },
} as const;
const TYPES = { crypto: 'crypto', forex: 'forex', metal: 'commodity' } as const;

/** Returns the tick as a number of fractional units: 0.05 is 5 hundredths. */
function scaleOf(tick: string): { readonly minmov: number; readonly pricescale: number } {
  const [whole = '0', decimals = ''] = tick.split('.');
  const digits = decimals.replace(/0+$/, '');
  return { minmov: Number(`${whole}${digits}`), pricescale: 10 ** digits.length };
}

export function symbolInfo({ symbol, kind, base, quote, tick_size: tick }: Quotation) {
  return {
    ...{ name: symbol, ticker: symbol, full_name: `${EXCHANGE}:${symbol}` },
    ...{
      description: `${base} / ${quote}`,
      type: TYPES[kind],
      exchange: EXCHANGE,
      listed_exchange: EXCHANGE,
    },
    ...{ ...HOURS[kind], ...scaleOf(tick), minmove2: 0, fractional: false, format: 'price' },
    ...{ has_intraday: true, has_daily: true, has_weekly_and_monthly: true, has_empty_bars: false },
    ...{ intraday_multipliers: ['1', '5', '15', '30', '60', '240'], weekly_multipliers: ['1'] },
    supported_resolutions: Object.keys(RESOLUTIONS),
    ...{ currency_code: quote, base_currency: base, data_status: 'streaming', volume_precision: 8 },
    ...{ daily_multipliers: ['1'], visible_plots_set: 'ohlcv' },
  };
}

/** Returns all symbols of the exchange as columns. A value that is the same for all of them is not a list. */
export function groupInfo(quotations: readonly Quotation[]) {
  const infos = quotations.map(symbolInfo);
  const column = <Key extends keyof (typeof infos)[number]>(key: Key) => infos.map((info) => info[key]);
  return {
    ...{ symbol: column('name'), ticker: column('ticker'), description: column('description') },
    ...{ type: column('type'), 'session-regular': column('session'), timezone: column('timezone') },
    ...{ minmovement: column('minmov'), pricescale: column('pricescale'), minmove2: 0, fractional: false },
    ...{ 'exchange-listed': EXCHANGE, 'exchange-traded': EXCHANGE, currency: column('currency_code') },
    ...{ 'has-intraday': true, 'has-daily': true, 'has-weekly-and-monthly': true },
    'supported-resolutions': [Object.keys(RESOLUTIONS)],
    'intraday-multipliers': [['1', '5', '15', '30', '60', '240']],
  };
}

type SearchAsked = {
  readonly text: string;
  readonly type: string;
  readonly exchange: string;
  readonly limit: number;
};

export function found(quotations: readonly Quotation[], { text, type, exchange: at, limit }: SearchAsked) {
  const wanted = nameOf(text).toUpperCase();
  return quotations
    .map(symbolInfo)
    .filter((info) => (type === '' || info.type === type) && (at === '' || info.exchange === at))
    .filter(({ name, description }) =>
      [name, name.replace('/', ''), description].some((one) => one.includes(wanted)),
    )
    .slice(0, limit)
    .map(({ name: symbol, full_name, description, exchange, ticker, type: kind }) => {
      return { symbol, full_name, description, exchange, ticker, type: kind };
    });
}

/** Charts draw floating-point numbers; no money is computed with them. */
export const drawn = (text: string): number => Number(text);

export function quoteOf(quotation: Quotation) {
  const {
    symbol,
    base,
    quote,
    last,
    ask,
    bid,
    change_24h: percent,
    high_24h,
    low_24h,
    volume_24h,
  } = quotation;
  const before = drawn(last) / (1 + drawn(percent) / 100);
  return {
    ...{ s: 'ok', n: symbol },
    v: {
      ...{ ch: drawn(last) - before, chp: drawn(percent), lp: drawn(last) },
      ...{ ask: drawn(ask), bid: drawn(bid), spread: drawn(ask) - drawn(bid) },
      ...{ high_price: drawn(high_24h), low_price: drawn(low_24h), volume: drawn(volume_24h) },
      ...{ open_price: before, prev_close_price: before },
      ...{ short_name: symbol, exchange: EXCHANGE, description: `${base} / ${quote}`, original_name: symbol },
    },
  };
}
