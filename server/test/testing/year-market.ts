/**
 * Thirteen months of prices around the leap year 2016, as files for the replay feed: bitcoin's real days, and for other symbols
 * real hours and minutes of another time, repeated. Every quote has a bid and an ask.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sessionAt } from '@candor/domain/market/session.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/domain/time.ts';

export const YEAR_BEGINS_MS = Date.UTC(2015, 11, 1);
export const YEAR_ENDS_MS = Date.UTC(2017, 0, 13);
/**
 * Ether and gold are quoted only for ten minutes from noon, every quarter of a minute, so that options on ether can be settled;
 * gold is not quoted while its market is closed.
 */
export const NOON_MS = 12 * HOUR_MS;
const NOON_MINUTES = 10;
/** The four weeks of sterling begin on a Sunday, and so does each repetition. */
const STERLING_BEGINS_MS = Date.UTC(2016, 9, 16);
const STERLING_LASTS_MS = 28 * DAY_MS;

type Candle = { readonly timeMs: number; readonly prices: readonly Amount[] };
type History = { readonly symbol: string; readonly halfSpread: Amount; readonly candles: readonly Candle[] };

function read(file: string): Candle[] {
  const path = fileURLToPath(new URL(`../../../fixtures/market/${file}`, import.meta.url));
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [seconds = '', ...prices] = line.split(',').slice(0, 5);
    return { timeMs: Number(seconds) * 1000, prices: prices.map(amount) };
  });
}

/**
 * Returns the candles of each day's noon: successive parts of the minutes, which start again from the beginning once all are
 * used.
 */
function noons(minutes: readonly Candle[]): Candle[] {
  const candles: Candle[] = [];
  for (let dayMs = YEAR_BEGINS_MS, at = 0; dayMs < YEAR_ENDS_MS; dayMs += DAY_MS) {
    for (let minute = 0; minute < NOON_MINUTES; minute += 1, at += 1) {
      const { prices = [] } = minutes[at % minutes.length] ?? {};
      candles.push({ timeMs: dayMs + NOON_MS + minute * MINUTE_MS, prices });
    }
  }
  return candles;
}

function sterlingWeeks(hours: readonly Candle[]): Candle[] {
  const candles: Candle[] = [];
  const first = Math.floor((YEAR_BEGINS_MS - STERLING_BEGINS_MS) / STERLING_LASTS_MS);
  for (let weeks = first; STERLING_BEGINS_MS + weeks * STERLING_LASTS_MS < YEAR_ENDS_MS; weeks += 1) {
    for (const { timeMs, prices } of hours)
      candles.push({ timeMs: timeMs + weeks * STERLING_LASTS_MS, prices });
  }
  return candles.filter(({ timeMs }) => timeMs >= YEAR_BEGINS_MS && timeMs < YEAR_ENDS_MS);
}

/** The euro in sterling, for a euro of 1.12 dollars. */
function euroInSterling({ timeMs, prices }: Candle): Candle {
  const tick = amount('0.00001');
  return { timeMs, prices: prices.map((price) => ((amount('1.12') * ONE) / price / tick) * tick) };
}

/** Gold is quoted in tenths of a cent in the file, and in cents here. */
function inCents({ timeMs, prices }: Candle): Candle {
  return { timeMs, prices: prices.map((price) => price - (price % amount('0.01'))) };
}

function histories(): History[] {
  const sterling = sterlingWeeks(read('GBPUSD_ejtrader_1h_2016-10-17_11-11.csv'));
  const halfSpread = amount('0.00006');
  return [
    {
      ...{ symbol: 'BTC/USDT', halfSpread: amount('0.05') },
      candles: read('BTCUSD_coinbase_1d_2015-12_2017-01.csv'),
    },
    {
      ...{ symbol: 'ETH/USDT', halfSpread: amount('0.03') },
      candles: noons(read('ETHUSD_coinbase_1m_2017-09-03_04_violent.csv')),
    },
    {
      ...{ symbol: 'XAU/USD', halfSpread: amount('0.15') },
      candles: noons(read('XAUUSD_oanda_1m_bid_2014-05-09_12_weekend.csv').map(inCents)).filter(
        ({ timeMs }) => sessionAt('metal', timeMs).open,
      ),
    },
    { symbol: 'GBP/USD', halfSpread, candles: sterling },
    { symbol: 'EUR/GBP', halfSpread, candles: sterling.map(euroInSterling) },
  ];
}

/** Writes the files and returns them as the feed's configuration names them. */
export function writeYear(folder: string): { readonly symbol: string; readonly path: string }[] {
  return histories().map(({ symbol, halfSpread, candles }) => {
    const name = symbol.replace('/', '');
    for (const [side, added] of [
      ['bid', -halfSpread],
      ['ask', halfSpread],
    ] as const) {
      const lines = candles.map(({ timeMs, prices }) =>
        [timeMs / 1000, ...prices.map((price) => formatAmount(price + added)), 0].join(','),
      );
      const text = ['time_unix_seconds,open,high,low,close,volume', ...lines, ''].join('\n');
      writeFileSync(join(folder, `${name}_${side}.csv`), text);
    }
    return { symbol, path: join(folder, `${name}_{bid,ask}.csv`) };
  });
}

/** The time of a symbol's last quote before an instant of the year, for symbols that are quoted on every day. */
export function lastQuoteMs(symbol: 'BTC/USDT' | 'ETH/USDT', beforeMs: number): number {
  if (symbol === 'BTC/USDT') return Math.floor(beforeMs / (6 * HOUR_MS)) * 6 * HOUR_MS;
  const dayMs = Math.floor(beforeMs / DAY_MS) * DAY_MS;
  const lastMs = NOON_MS + NOON_MINUTES * MINUTE_MS - 15_000;
  if (beforeMs < dayMs + NOON_MS) return dayMs - DAY_MS + lastMs;
  return Math.min(dayMs + lastMs, Math.floor(beforeMs / 15_000) * 15_000);
}
