/** The market data that sockets receive consists of entries of instruments only. */
import { ONE } from '@candor/domain/money/amount.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { expect, test } from 'vitest';
import { createLatest } from './latest.ts';
import { marketFeedOf } from './market-feed.ts';
import type { MarketParts } from './market-feed.ts';

function entry(symbol: string): TapeEntry {
  return { symbol, seq: 1n, timeMs: 0, feedTimeMs: 0, bid: ONE, ask: ONE, last: ONE, volume: 0n };
}

test('sends entries of instruments to sockets, but no conversion rates', () => {
  let say: (entries: readonly TapeEntry[]) => void = () => undefined;
  const tape: MarketParts['tape'] = {
    onEntries: (listener) => {
      say = listener;
      return () => undefined;
    },
  };
  const feed = marketFeedOf(
    {
      tape,
      latest: createLatest(),
      candles: {} as MarketParts['candles'],
      clock: {} as MarketParts['clock'],
    },
    { wallNow: () => 0 },
  );
  const heard: string[][] = [];
  feed.onEntries((entries) => heard.push(entries.map((each) => each.symbol)));
  say([entry('USD/CAD'), entry('CAD/USDT')]);
  say([entry('JPY/USDT')]);
  expect(heard).toEqual([['USD/CAD']]);
  expect(feed.symbols).toContain('USD/CAD');
  expect(feed.symbols).not.toContain('CAD/USDT');
});
