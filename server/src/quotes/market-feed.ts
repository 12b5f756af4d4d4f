/** Market data in wire format: ticks for streams, candles for calls and streams. */
import type { Candle, CandlePeriod } from '@candor/domain/market/candle.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { CandleUpdate, QuoteTick } from '@candor/protocol/channels.ts';
import type { Candles } from './candles.ts';
import { instruments } from './catalogue.ts';
import type { MarketClock } from './clock.ts';
import { isStale, quotedBy } from './latest.ts';
import type { LatestQuotes } from './latest.ts';

export type MarketParts = {
  readonly latest: LatestQuotes;
  readonly candles: Candles;
  readonly clock: MarketClock;
  readonly tape: { onEntries(listener: (entries: readonly TapeEntry[]) => void): () => void };
};

export function candleView(candle: Candle) {
  return {
    time: candle.startMs / 1000,
    open: formatAmount(candle.open),
    high: formatAmount(candle.high),
    low: formatAmount(candle.low),
    close: formatAmount(candle.close),
    volume: formatAmount(candle.volume),
  };
}

export function marketFeedOf(market: MarketParts, options: { wallNow: () => number }) {
  return {
    symbols: [...instruments.keys()],
    tick: (symbol: string): QuoteTick | undefined => {
      const latest = market.latest.get(symbol);
      const instrument = instruments.get(symbol);
      if (latest === undefined || instrument === undefined) return undefined;
      const { entry } = latest;
      const { seq, timeMs } = quotedBy(entry);
      const { speed } = market.clock.base();
      const at = { wallMs: options.wallNow(), marketMs: market.clock.now(), speed };
      const open = sessionAt(instrument.calendar, at.marketMs).open && !isStale(latest, at);
      return [
        symbol,
        formatAmount(entry.bid),
        formatAmount(entry.ask),
        formatAmount(entry.last),
        Number(seq),
        timeMs,
        open,
      ];
    },
    candle: (symbol: string, period: CandlePeriod): CandleUpdate['candle'] | undefined => {
      const candle = market.candles.live(symbol, period);
      return candle && candleView(candle);
    },
    // Tapes also contain conversion rates and gap entries, which are not quotes.
    onEntries: (listener: (entries: readonly TapeEntry[]) => void) =>
      market.tape.onEntries((entries) => {
        const quoted = entries.filter((entry) => instruments.has(entry.symbol) && entry.gap !== true);
        if (quoted.length > 0) listener(quoted);
      }),
  };
}
