/** The current candle of a symbol and period, as the socket sends it. */
import type { CandleUpdate } from '@candor/protocol/channels.ts';
import type { Connection } from './connection.ts';

export type CandlePeriod = CandleUpdate['period'];

/** Calls `listener` with every update until the returned function is called. */
export function watchCandle(
  connection: Connection,
  { symbol, period }: { readonly symbol: string; readonly period: CandlePeriod },
  listener: (candle: CandleUpdate['candle']) => void,
): () => void {
  const leave = connection.want(`candle:${symbol}:${period}`);
  const stop = connection.on('candle', (update) => {
    if (update.symbol === symbol && update.period === period) listener(update.candle);
  });
  return () => {
    stop();
    leave();
  };
}
