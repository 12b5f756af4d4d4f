/** Candles for charts and lists: ranges from the database, and current candles and the day's figures from memory. */
import type { Candle, CandlePeriod } from '@candor/domain/market/candle.ts';
import { joinCandles, periodStart, periodsMs, rollUp } from '@candor/domain/market/candle.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Pool } from '../db/pool.ts';
import type { CandleRange } from './candle-store.ts';
import { readCandles, readMinutes } from './candle-store.ts';
import type { DayFigures, DayWindow } from './day-window.ts';
import { createDayWindow } from './day-window.ts';

/** How many minutes are loaded for each symbol. They may reach back over a long weekend. */
const LOADED_MINUTES = 1_441;
const LOADED_SPAN_MS = 6 * DAY_MS;
const WEEK_MS = periodsMs['1W'];
const PERIODS = Object.keys(periodsMs) as CandlePeriod[];

export type Candles = {
  /** Loads the data for the symbols that have a tape. Must be called again after entries were missed. */
  load(heads: readonly Pick<TapeEntry, 'symbol' | 'timeMs'>[]): Promise<void>;
  /** Updates the candles with entries, which must arrive in tape order. */
  take(entries: readonly TapeEntry[]): void;
  live(symbol: string, period: CandlePeriod): Candle | undefined;
  day(symbol: string): DayFigures | undefined;
  /** Returns the minutes that start at or after a time, oldest first, going back a day at most. */
  minutes(symbol: string, sinceMs: number): readonly Candle[];
  range(range: CandleRange): Promise<Candle[]>;
};

/** Creates the service, which has no data until `load` is called. */
export function createCandles(pool: Pool): Candles {
  const days = new Map<string, DayWindow>();
  const making = new Map<string, Map<CandlePeriod, Candle>>();

  const takeOne = (entry: TapeEntry): void => {
    const day = days.get(entry.symbol) ?? createDayWindow([]);
    days.set(entry.symbol, day);
    day.take(entry);
    const periods = making.get(entry.symbol) ?? new Map<CandlePeriod, Candle>();
    making.set(entry.symbol, periods);
    for (const period of PERIODS) periods.set(period, grown(periods.get(period), period, entry));
  };
  return {
    load: async (heads) => {
      const load = async (head: (typeof heads)[number]): Promise<void> => {
        const loaded = await loadSymbol(pool, head);
        days.set(head.symbol, loaded.day);
        making.set(head.symbol, loaded.making);
      };
      await Promise.all(heads.map(load));
    },
    take: (entries) => {
      for (const entry of entries) if (entry.gap !== true) takeOne(entry);
    },
    live: (symbol, period) => making.get(symbol)?.get(period),
    day: (symbol) => days.get(symbol)?.figures(),
    minutes: (symbol, sinceMs) => days.get(symbol)?.minutes(sinceMs) ?? [],
    range: (range) => readCandles(pool, range),
  };
}

function grown(candle: Candle | undefined, period: CandlePeriod, entry: TapeEntry): Candle {
  const { last, volume } = entry;
  const startMs = periodStart(entry.timeMs, periodsMs[period]);
  const fresh = { startMs, open: last, high: last, low: last, close: last, volume };
  return candle?.startMs === startMs ? joinCandles(candle, fresh) : fresh;
}

async function loadSymbol(
  pool: Pool,
  head: Pick<TapeEntry, 'symbol' | 'timeMs'>,
): Promise<{ day: DayWindow; making: Map<CandlePeriod, Candle> }> {
  const { symbol, timeMs } = head;
  const toMs = timeMs + 1;
  const [stored, week] = await Promise.all([
    readMinutes(pool, { symbol, fromMs: toMs - LOADED_SPAN_MS, toMs, limit: LOADED_MINUTES }),
    readCandles(pool, { symbol, periodMs: WEEK_MS, fromMs: periodStart(timeMs, WEEK_MS), toMs, limit: 1 }),
  ]);
  const making = new Map<CandlePeriod, Candle>();
  for (const period of PERIODS) {
    const periodMs = periodsMs[period];
    const startMs = periodStart(timeMs, periodMs);
    // The loaded minutes start before the current day, and therefore before every current period except the week.
    const inside = stored.filter((minute) => minute.startMs >= startMs);
    const candle = (periodMs === WEEK_MS ? week : rollUp(inside, periodMs)).at(-1);
    if (candle !== undefined) making.set(period, candle);
  }
  return { day: createDayWindow(stored), making };
}
