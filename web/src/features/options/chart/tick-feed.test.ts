/** The feed of the tick chart, with a small tape: history, live quotes, and missed entries. */
import { expect, test } from 'vitest';
import { createQuoteStore } from '../../../live/quote-store.ts';
import { startTickFeed } from './tick-feed.ts';

/** Simulates a tape with an entry every half second, and a device that receives some of the entries live. */
function scene({ head = 10, failsFirst = false, keptMs = 60_000 } = {}) {
  const tape = Array.from({ length: head }, (_, at) => entry(at + 1, at * 500));
  const quotes = createQuoteStore((apply) => apply());
  const asked: (number | undefined)[] = [];
  let fails = failsFirst;
  const feed = startTickFeed({
    symbol: 'BTC/USDT',
    keptMs,
    quotes,
    read: async (fromSeq, limit) => {
      asked.push(fromSeq);
      if (fails) throw new Error('no network');
      if (fromSeq === undefined) return tape.slice(-limit);
      return tape.filter(({ seq }) => seq >= fromSeq).slice(0, limit);
    },
    onChange: () => {},
  });
  const write = (timeMs: number, gap = false) => tape.push({ ...entry(tape.length + 1, timeMs), gap });
  const hear = () => {
    const { seq, last, time_ms: timeMs } = tape.at(-1) ?? entry(0, 0);
    quotes.offer([['BTC/USDT', last, last, last, seq, timeMs, true]]);
  };
  const seqs = () => feed.ticks().map(({ seq }) => seq);
  return { feed, asked, write, hear, seqs, heal: () => (fails = false) };
}

function entry(seq: number, timeMs: number) {
  const price = `${100 + seq}`;
  return {
    seq,
    time_ms: timeMs,
    bid: price,
    ask: price,
    last: price,
    volume: '0',
    feed_time_ms: timeMs,
    gap: false,
    kind: 'quote' as const,
    hash: '',
  };
}

test('loads the history and then appends live quotes', async () => {
  const { seqs, write, hear, asked } = scene();
  await expect.poll(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  write(5000);
  write(5200);
  hear();
  expect(seqs().at(-1)).toBe(12);
  expect(asked).toEqual([undefined]);
});

test('loads a history of several pages', async () => {
  const { seqs, asked } = scene({ head: 5000, keptMs: 800_000 });
  await expect.poll(() => asked).toEqual([undefined, 3001]);
  await expect.poll(() => seqs()[0]).toBe(3400);
});

test('reads the tape after a pause, to distinguish a missing price from a missing network', async () => {
  const { feed, seqs, write, hear } = scene();
  await expect.poll(() => seqs().length).toBe(10);
  write(8000, true);
  write(9000);
  hear();
  await expect.poll(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(feed.ticks().find(({ seq }) => seq === 11)?.gap).toBe(true);
});

test('loads all missed pages after a long interruption', async () => {
  const { seqs, write, hear, asked } = scene({ keptMs: 800_000 });
  await expect.poll(() => seqs().length).toBe(10);
  for (let at = 0; at < 2500; at += 1) write(20_000 + at * 100);
  hear();
  await expect.poll(() => seqs().length).toBe(2510);
  expect(asked).toEqual([undefined, undefined, 511, 1]);
});

test('keeps live quotes when the history fails to load, and ignores quotes after the feed was stopped', async () => {
  const { feed, seqs, write, hear } = scene({ failsFirst: true });
  write(5000);
  hear();
  await expect.poll(seqs).toEqual([11]);
  feed.stop();
  write(5500);
  hear();
  expect(seqs()).toEqual([11]);
});
