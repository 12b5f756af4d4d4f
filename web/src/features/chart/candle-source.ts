/** Where the app's charts get their candles: the client, the socket, and word of whether it is up. */
import { callKey } from '../../lib/queries.ts';
import { api, queryClient } from '../../lib/api.ts';
import { watchCandle } from '../../live/candles.ts';
import { connection } from '../../live/connection.ts';
import type { CandleSource } from './candle-feed.ts';

/** Going back and forth between periods within this time shows what was loaded, and the live candle mends its end. */
const freshMs = 10_000;

/** A source whose first loads report to `onLoaded`. */
export function candleSource(onLoaded: CandleSource['onLoaded']): CandleSource {
  return {
    load: (symbol, period, range) => {
      const input = { symbol, period, ...range };
      return queryClient.fetchQuery({
        queryKey: callKey('GET currency/new_timeshar', input),
        staleTime: range.from === undefined ? freshMs : 0,
        gcTime: 60_000,
        queryFn: async ({ signal }) => {
          const answer = await api('GET currency/new_timeshar', input, { quiet: true, signal });
          if (answer.type !== 'ok') throw new Error(answer.error);
          return answer.message;
        },
      });
    },
    watch: watchCandle,
    isUp: () => connection.state() === 'up',
    onState: connection.onState,
    onLoaded,
  };
}
