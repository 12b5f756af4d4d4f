/** Delaying the simulated market or ending its process changes neither the quotes nor their times. */
import type { Quote } from '@candor/domain/market/quote.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catalogue } from '../catalogue.ts';
import type { MarketRun } from '../market-days.ts';
import { marketDayOf } from '../market-days.ts';
import type { Feed, FeedStart } from './feed.ts';
import { CATCH_UP_MS } from './feed.ts';
import { simulatedFeed } from './simulated.ts';

const WEDNESDAY = Date.parse('2024-08-07T12:00:00.120Z');
/** The weekly close of the currency markets. */
const FRIDAY_CLOSE = Date.parse('2024-08-09T21:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: WEDNESDAY }));
afterEach(() => vi.useRealTimers());

/** Returns a tape that accepts every quote, and the stored runs. */
function market() {
  const quotes: Quote[] = [];
  const heads = new Map<string, FeedStart>();
  const runs: MarketRun[] = [];
  let isSlow = false;
  let pace = (_: number): number => 250;
  let canQuoteFromMs = 1_000_000;
  let written: (() => void)[] = [];
  const keyOf = (timeMs: number): string => `key of ${marketDayOf(timeMs)}`;
  const sink: Parameters<Feed['start']>[0] = {
    offer: async (offered) => {
      if (isSlow) await new Promise<void>((resolve) => written.push(resolve));
      for (const quote of offered) {
        const { symbol, bid, ask, feedTimeMs } = quote;
        const seq = (heads.get(symbol)?.seq ?? 0n) + 1n;
        quotes.push(quote);
        heads.set(symbol, { bid, ask, last: quote.last ?? bid, seq, timeMs: feedTimeMs, feedTimeMs });
      }
    },
    violation: () => undefined,
    ended: () => undefined,
  };
  return {
    quotes,
    runs,
    start: async (): Promise<Feed> => {
      const feed = simulatedFeed({
        beginRun: (run) => {
          if (runs.at(-1)?.timeMs !== run.timeMs) runs.push({ ...run, heads: new Map(run.heads) });
          return Promise.resolve(keyOf(run.timeMs));
        },
        newestRun: () => {
          const run = runs.at(-1);
          return Promise.resolve(run && { seed: keyOf(run.timeMs), startedMs: run.timeMs, heads: run.heads });
        },
        paceMs: (timeMs) => Promise.resolve(pace(timeMs)),
        canQuote: (timeMs) => Promise.resolve(timeMs > canQuoteFromMs),
        headsNow: () => Promise.resolve(new Map(heads)),
        report: (text) => expect.fail(text),
        listings: catalogue,
        quotesPerSecond: 2,
        now: () => Date.now(),
      });
      await feed.start(sink, new Map(heads));
      return feed;
    },
    /** Sets the pace of runs by their beginning. */
    setPace: (of: (timeMs: number) => number): void => {
      pace = of;
    },
    /** Publishes the keys of the days that end by a given time. */
    tellUpTo: (timeMs: number): void => {
      canQuoteFromMs = timeMs;
    },
    slow: (is: boolean): void => {
      isSlow = is;
      for (const resolve of written) resolve();
      written = [];
    },
  };
}

/** Returns the quotes of a market that runs for a given time without a stall. */
async function undisturbed(forMs: number): Promise<readonly Quote[]> {
  const calm = market();
  const feed = await calm.start();
  await vi.advanceTimersByTimeAsync(forMs);
  await feed.stop();
  vi.setSystemTime(WEDNESDAY);
  return calm.quotes;
}

const timesOf = (quotes: readonly Quote[]): number[] => [
  ...new Set(quotes.map(({ feedTimeMs }) => feedTimeMs)),
];

test('makes a step every quarter of a second of the market clock', async () => {
  const times = timesOf(await undisturbed(MINUTE_MS));
  expect(times).toEqual(Array.from({ length: 241 }, (_, at) => WEDNESDAY + at * 250));
});

test('writes the steps missed in a stall with their original times', async () => {
  const calm = await undisturbed(MINUTE_MS);
  const held = market();
  const feed = await held.start();
  await vi.advanceTimersByTimeAsync(10_100);
  const before = held.quotes.length;
  // The whole process pauses for half a minute.
  vi.setSystemTime(Date.now() + 30_000);
  expect(feed.hasMore?.('BTC/USDT')).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(held.quotes.length).toBeGreaterThan(before + 1_000);
  expect(feed.hasMore?.('BTC/USDT')).toBe(false);
  await vi.advanceTimersByTimeAsync(18_900);
  expect(held.quotes).toEqual(calm);
  expect(held.runs).toHaveLength(1);
  await feed.stop();
});

test('writes every step even if the database is slow', async () => {
  const calm = await undisturbed(MINUTE_MS);
  const held = market();
  const feed = await held.start();
  await vi.advanceTimersByTimeAsync(5_000);
  held.slow(true);
  await vi.advanceTimersByTimeAsync(50_000);
  held.slow(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(held.quotes).toEqual(calm);
  await feed.stop();
});

test.each([
  ['immediately', 0],
  ['after four minutes', 240_000],
])('continues the same run after a restart %s', async (_, awayMs) => {
  const calm = await undisturbed(MINUTE_MS + awayMs);
  const held = market();
  const first = await held.start();
  await vi.advanceTimersByTimeAsync(20_000);
  await first.stop();
  vi.setSystemTime(Date.now() + awayMs);
  const second = await held.start();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(held.quotes).toEqual(calm);
  expect(held.runs).toHaveLength(1);
  await second.stop();
});

test('writes the missed quotes that a ticket may wait for, then starts a run at the current time', async () => {
  const calm = await undisturbed(20_000 + CATCH_UP_MS);
  const held = market();
  const first = await held.start();
  await vi.advanceTimersByTimeAsync(20_000);
  await first.stop();
  const awayMs = 5 * 3_600_000;
  vi.setSystemTime(Date.now() + awayMs);
  const nowMs = Date.now();
  const second = await held.start();
  await vi.advanceTimersByTimeAsync(10_000);
  const late = held.quotes.filter(({ feedTimeMs }) => feedTimeMs < nowMs);
  expect(late.slice(0, calm.length)).toEqual(calm);
  expect(timesOf(late.slice(calm.length)).length).toBeLessThanOrEqual(1);
  expect(held.runs).toHaveLength(2);
  expect(held.quotes.at(-1)?.feedTimeMs).toBeGreaterThan(nowMs + 9_000);
  await second.stop();
});

test('writes the steps missed over midnight for both days, each with the key of its day', async () => {
  const midnight = Date.parse('2024-08-08T00:00:00Z');
  vi.setSystemTime(midnight - 10_000);
  const held = market();
  const feed = await held.start();
  await vi.advanceTimersByTimeAsync(5_000);
  vi.setSystemTime(midnight + 60_000);
  await vi.advanceTimersByTimeAsync(2_000);
  await feed.stop();
  expect(held.runs.map(({ timeMs }) => timeMs)).toEqual([midnight - 10_000, midnight]);
  expect(timesOf(held.quotes)).toEqual(
    Array.from({ length: 40 + 62 * 4 + 1 }, (_, at) => midnight - 10_000 + at * 250),
  );
});

test('writes the quotes missed in a stall over the weekly close, up to the close', async () => {
  vi.setSystemTime(FRIDAY_CLOSE - 10_000);
  const held = market();
  const feed = await held.start();
  await vi.advanceTimersByTimeAsync(5_000);
  vi.setSystemTime(FRIDAY_CLOSE + 20_000);
  expect(feed.hasMore?.('EUR/USD')).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(feed.hasMore?.('EUR/USD')).toBe(false);
  const times = held.quotes.filter(({ symbol }) => symbol === 'EUR/USD').map(({ feedTimeMs }) => feedTimeMs);
  expect(times.at(-1)).toBeGreaterThanOrEqual(FRIDAY_CLOSE - 500);
  expect(times.at(-1)).toBeLessThan(FRIDAY_CLOSE);
  await feed.stop();
});

test.each([
  ['at the start of the gap', false],
  ['at the current time if that day’s key is published', true],
])('starts a new run after a gap over which the last run cannot continue: %s', async (_, isTold) => {
  const held = market();
  const first = await held.start();
  await vi.advanceTimersByTimeAsync(20_000);
  await first.stop();
  held.quotes.length = 0;
  const [run] = held.runs;
  // Simulates a run with another pace, or another feed that has quoted since.
  if (run !== undefined) held.runs[0] = { ...run, timeMs: run.timeMs + 500 };
  const nextMs = WEDNESDAY + 20_250;
  vi.setSystemTime(Date.now() + 20_000);
  if (isTold) held.tellUpTo(Date.now() - 1);
  const second = await held.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(held.quotes[0]?.feedTimeMs).toBe(isTold ? Date.now() : nextMs);
  expect(timesOf(held.quotes)).toHaveLength(isTold ? 1 : 80);
  expect(held.runs).toHaveLength(2);
  await second.stop();
});

test('waits until the clock has caught up if the clock was set back', async () => {
  const held = market();
  const first = await held.start();
  await vi.advanceTimersByTimeAsync(20_000);
  await first.stop();
  const before = held.quotes.length;
  vi.setSystemTime(WEDNESDAY);
  const second = await held.start();
  await vi.advanceTimersByTimeAsync(20_100);
  expect(held.quotes).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(held.quotes.length).toBeGreaterThan(before);
  await second.stop();
});

test('fills a leap of the clock with long steps, from the end of the tape to the present', async () => {
  const held = market();
  const feed = await held.start();
  await vi.advanceTimersByTimeAsync(10_000);
  held.quotes.length = 0;
  const leapMs = 5 * 3_600_000;
  const nowMs = Date.now() + leapMs;
  held.setPace((timeMs) => (nowMs - timeMs > CATCH_UP_MS ? 900_000 : 250));
  vi.setSystemTime(nowMs);
  await vi.advanceTimersByTimeAsync(10_000);
  const passed = timesOf(held.quotes).filter((timeMs) => timeMs < nowMs);
  expect(passed[0]).toBe(WEDNESDAY + 10_250);
  expect(passed.slice(1).map((timeMs, at) => timeMs - (passed[at] ?? 0))).toEqual(Array(19).fill(900_000));
  expect(held.quotes.at(-1)?.feedTimeMs).toBeGreaterThan(nowMs + 9_000);
  await feed.stop();
});

test('fills a leap of the clock with ordinary steps while an option is open, and with long steps afterwards', async () => {
  const held = market();
  const feed = await held.start();
  await vi.advanceTimersByTimeAsync(10_000);
  held.quotes.length = 0;
  const nowMs = Date.now() + 5 * 3_600_000;
  const opensUntilMs = Date.now() + 45_000;
  held.setPace((timeMs) => (timeMs > opensUntilMs && nowMs - timeMs > CATCH_UP_MS ? 900_000 : 250));
  vi.setSystemTime(nowMs);
  await vi.advanceTimersByTimeAsync(5_000);
  const spans = timesOf(held.quotes).map((timeMs, at, all) => timeMs - (all[at - 1] ?? timeMs - 250));
  const short = spans.findIndex((span) => span > 250);
  // The market asks for the pace every half minute, and the new run quotes at its beginning.
  expect(short).toBe(60_000 / 250 + 1);
  expect(spans[short]).toBe(900_000);
  await feed.stop();
});
