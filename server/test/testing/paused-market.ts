/**
 * A period of real history with pauses in which the price is constant: at its beginning, in the middle and at its end.
 * Customers act only during a pause, so that no result depends on which quote an action met, and a run with a kill has exactly
 * the results of one without.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { OracleEntry } from '../../src/positions/testing/oracle-order.ts';

export const PAUSES = ['beginning', 'middle', 'end'] as const;
export type Pause = (typeof PAUSES)[number];

export type Stretch = {
  /** Files of `fixtures/market` by symbol. */
  readonly files: Readonly<Record<string, string>>;
  readonly from: string;
  /** The time of the middle pause, at which the first candle after the pause begins. */
  readonly middle: string;
  readonly to: string;
  readonly halfSpread: Amount;
  readonly periodSeconds: number;
};

export type PausedMarket = {
  readonly files: ReadonlyMap<string, string>;
  /** The expected contents of each symbol's tape, in order. */
  readonly entries: ReadonlyMap<string, readonly OracleEntry[]>;
  /** The market-clock time (ms) at which a pause begins. */
  readonly beginsMs: (pause: Pause) => number;
  /** The market-clock time (ms) at which the clock stands in a pause, the time of its second quote. */
  readonly standsMs: (pause: Pause) => number;
  /** The market-clock time (ms) of an instant of the history before its middle. */
  readonly clockAtMs: (history: string) => number;
  readonly first: (symbol: string, pause: Pause) => OracleEntry;
  /** The pause that contains an entry; for other entries, the entry's number. */
  readonly whereIs: (symbol: string, seq: number) => string;
};

/** The number of candles with constant prices in a pause. */
const PAUSE_CANDLES = 4;
const QUARTERS = 4;
/** How long a pause of a history of minutes lasts. */
export const PAUSE_MS = PAUSE_CANDLES * 60_000;

type Candle = { readonly seconds: number; readonly prices: readonly [string, string, string, string] };

export function pausedMarket(stretch: Stretch, folder: string): PausedMarket {
  const { periodSeconds } = stretch;
  const pauseSeconds = PAUSE_CANDLES * periodSeconds;
  const [from, middle, to] = [stretch.from, stretch.middle, stretch.to].map(
    (text) => Date.parse(`${text}Z`) / 1000,
  ) as [number, number, number];
  const begins = {
    beginning: from,
    middle: middle + pauseSeconds,
    end: to + 2 * pauseSeconds,
  };
  const pauseOf = (seconds: number): Pause | undefined =>
    PAUSES.find((pause) => seconds >= begins[pause] && seconds < begins[pause] + pauseSeconds);
  const files = new Map<string, string>();
  const entries = new Map<string, readonly OracleEntry[]>();
  for (const [symbol, file] of Object.entries(stretch.files)) {
    const history = readCandles(file).filter(({ seconds }) => seconds >= from && seconds < to);
    const before = history.filter(({ seconds }) => seconds < middle);
    const after = history.filter(({ seconds }) => seconds >= middle);
    const candles = [
      ...standing(history[0]!.prices[0], begins.beginning, periodSeconds),
      ...shifted(before, pauseSeconds),
      ...standing(before.at(-1)!.prices[3], begins.middle, periodSeconds),
      ...shifted(after, 2 * pauseSeconds),
      ...standing(after.at(-1)!.prices[3], begins.end, periodSeconds),
    ];
    const path = join(folder, file);
    const lines = candles.map(({ seconds, prices }) => [seconds, ...prices, 0].join(','));
    writeFileSync(path, `time_unix_seconds,open,high,low,close,volume\n${lines.join('\n')}\n`);
    files.set(symbol, path);
    entries.set(symbol, entriesOf(candles, stretch));
  }
  const entriesIn = (symbol: string): readonly OracleEntry[] => entries.get(symbol)!;
  return {
    files,
    entries,
    beginsMs: (pause) => begins[pause] * 1000,
    standsMs: (pause) => (begins[pause] + periodSeconds / QUARTERS) * 1000,
    clockAtMs: (text) => Date.parse(`${text}Z`) + pauseSeconds * 1000,
    first: (symbol, pause) => entriesIn(symbol).find(({ timeMs }) => timeMs >= begins[pause] * 1000)!,
    whereIs: (symbol, seq) => pauseOf((entriesIn(symbol)[seq - 1]?.timeMs ?? 0) / 1000) ?? `entry ${seq}`,
  };
}

function readCandles(file: string): Candle[] {
  const path = fileURLToPath(new URL(`../../../fixtures/market/${file}`, import.meta.url));
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [seconds, open, high, low, close] = line.split(',') as [string, string, string, string, string];
    return { seconds: parseInt(seconds, 10), prices: [open, high, low, close] };
  });
}

function standing(price: string, fromSeconds: number, periodSeconds: number): Candle[] {
  return Array.from({ length: PAUSE_CANDLES }, (_, at) => ({
    seconds: fromSeconds + at * periodSeconds,
    prices: [price, price, price, price],
  }));
}

function shifted(candles: readonly Candle[], bySeconds: number): Candle[] {
  return candles.map(({ seconds, prices }) => ({ seconds: seconds + bySeconds, prices }));
}

/** Open, high, low and close of a candle are one quote each, a quarter of the candle's period apart. */
function entriesOf(candles: readonly Candle[], { halfSpread, periodSeconds }: Stretch): OracleEntry[] {
  return candles.flatMap(({ seconds, prices }, at) =>
    prices.map((price, quarter) => ({
      seq: at * QUARTERS + quarter + 1,
      timeMs: seconds * 1000 + (quarter * periodSeconds * 1000) / QUARTERS,
      bid: amount(price) - halfSpread,
      ask: amount(price) + halfSpread,
    })),
  );
}
