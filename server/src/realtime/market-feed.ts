/** The market data that sockets need; main supplies it from the quotes. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { CandleUpdate, QuoteTick } from '@candor/protocol/channels.ts';
import type { CandlePeriod } from './rooms.ts';

export type Candle = CandleUpdate['candle'];

export type MarketFeed = {
  readonly symbols: readonly string[];
  /** The newest tick of a symbol in wire form; undefined if there is none. */
  tick(symbol: string): QuoteTick | undefined;
  /** The current candle. */
  candle(symbol: string, period: CandlePeriod): Candle | undefined;
  /** Calls the listener with entries once they are durable; returns a function that unsubscribes. */
  onEntries(listener: (entries: readonly TapeEntry[]) => void): () => void;
};
