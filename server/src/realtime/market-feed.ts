/** What the sockets need to know of the market; main supplies it from the quotes. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { CandleUpdate, QuoteTick } from '@candor/protocol/channels.ts';
import type { CandlePeriod } from './rooms.ts';

export type Candle = CandleUpdate['candle'];

export type MarketFeed = {
  readonly symbols: readonly string[];
  /** The newest tick of a symbol, as it is sent; undefined while it has none. */
  tick(symbol: string): QuoteTick | undefined;
  /** The candle in the making. */
  candle(symbol: string, period: CandlePeriod): Candle | undefined;
  /** Calls the listener with entries once they are durable; answers how to end it. */
  onEntries(listener: (entries: readonly TapeEntry[]) => void): () => void;
};
