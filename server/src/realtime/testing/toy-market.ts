/** A market for the sockets' tests and benchmark: a test sets the prices, and every change is published like a durable entry. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { QuoteTick } from '@candor/protocol/channels.ts';
import type { MarketFeed } from '../market-feed.ts';

export type ToyMarket = MarketFeed & { move(symbol: string, price: number): void };

/** All symbols start at price 1. */
export function makeToyMarket(symbols: readonly string[]): ToyMarket {
  const ticks = new Map<string, QuoteTick>(
    symbols.map((symbol) => [symbol, [symbol, '1', '1', '1', 1, 0, true]]),
  );
  const listeners = new Set<(entries: readonly TapeEntry[]) => void>();
  return {
    symbols,
    tick: (symbol) => ticks.get(symbol),
    candle: (symbol) => {
      const last = ticks.get(symbol)?.[3];
      return last === undefined
        ? undefined
        : { time: 60, open: '1', high: last, low: '1', close: last, volume: '0' };
    },
    onEntries: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move: (symbol, price) => {
      const seq = (ticks.get(symbol)?.[4] ?? 0) + 1;
      const text = String(price);
      ticks.set(symbol, [symbol, text, text, text, seq, seq, true]);
      const amount = BigInt(price);
      const entry = { symbol, seq: BigInt(seq), timeMs: seq, feedTimeMs: seq, volume: 0n };
      for (const listener of listeners) listener([{ ...entry, bid: amount, ask: amount, last: amount }]);
    },
  };
}
