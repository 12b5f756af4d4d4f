/** The sources of candles for the charts: the client, the socket, and the socket's state. */
import { callKey } from '../../lib/queries.ts';
import { api, queryClient } from '../../lib/api.ts';
import { watchCandle } from '../candles.ts';
import { connection } from '../connection.ts';
import type { CandleSource } from './candle-feed.ts';

/** Switching between periods within this time reuses loaded candles, and the live candle updates the end. */
const freshMs = 10_000;

/** Both return the same format; forex and metals have a call of their own. */
export type CandleCall = 'GET currency/new_timeshar' | 'GET currency/whkdata';

/** A source whose first loads report to `onLoaded`. */
export function candleSource(
  onLoaded: CandleSource['onLoaded'],
  call: CandleCall = 'GET currency/new_timeshar',
): CandleSource {
  return {
    load: (symbol, period, range) => {
      const input = { symbol, period, ...range };
      return queryClient.fetchQuery({
        queryKey: callKey(call, input),
        staleTime: range.from === undefined ? freshMs : 0,
        gcTime: 60_000,
        queryFn: async ({ signal }) => {
          const answer = await api(call, input, { quiet: true, signal });
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
