/** Market data that sockets need. The program supplies it from the quotes. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { CandleUpdate, QuoteTick } from '@candor/protocol/channels.ts';
import type { CandlePeriod } from './rooms.ts';

export type Candle = CandleUpdate['candle'];

export type MarketFeed = {
  readonly symbols: readonly string[];
  /** Returns the tick in wire form, or undefined if the symbol has none yet. */
  tick(symbol: string): QuoteTick | undefined;
  candle(symbol: string, period: CandlePeriod): Candle | undefined;
  /** Calls the listener with entries once they are durable. The returned function unsubscribes it. */
  onEntries(listener: (entries: readonly TapeEntry[]) => void): () => void;
};
