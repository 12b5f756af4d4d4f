/** Where the app's charts get their candles: the client, the socket, and word of whether it is up. */
import { callKey } from '../../lib/queries.ts';
import { api, queryClient } from '../../lib/api.ts';
import { watchCandle } from '../candles.ts';
import { connection } from '../connection.ts';
import type { CandleSource } from './candle-feed.ts';

/** Going back and forth between periods within this time shows what was loaded, and the live candle mends its end. */
const freshMs = 10_000;

/** Both answer the same; forex and metals have a call of their own besides. */
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
