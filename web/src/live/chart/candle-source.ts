/** The source of the charts' candles: calls, the socket, and the socket's state. */
import type { AppState } from '@candor/client/app-state.ts';
import { callKey } from '../../lib/queries.ts';
import { createApi, createQueryClient } from '../../lib/api.ts';
import { watchCandle } from '../candles.ts';
import { createLiveConnection } from '../connection.ts';
import type { CandleSource } from './candle-feed.ts';

/** The time for which loaded candles are reused when the customer switches between periods. The last candle is updated live. */
const freshMs = 10_000;

/** The calls for candles, which have the same format. Forex and metals have a separate call. */
export type CandleCall = 'GET currency/new_timeshar' | 'GET currency/whkdata';

export function candleSource(
  app: AppState,
  onLoaded: CandleSource['onLoaded'],
  call: CandleCall = 'GET currency/new_timeshar',
): CandleSource {
  const queryClient = app.of(createQueryClient);
  const { api } = app.of(createApi);
  const connection = app.of(createLiveConnection);
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
    watch: (symbol, period, listener) => watchCandle(connection, { symbol, period }, listener),
    isUp: () => connection.state() === 'up',
    onState: connection.onState,
    onLoaded,
  };
}
