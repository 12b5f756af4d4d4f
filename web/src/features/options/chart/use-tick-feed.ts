/** The ticks of one instrument while its chart is on the screen. */
import { RefusedError } from '@candor/client/answers.ts';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useQuoteStore } from '../../../live/quotes.ts';
import type { TickFeed } from './tick-feed.ts';
import { startTickFeed } from './tick-feed.ts';

/** Long enough to show the longest ticket, which runs five minutes, in full. */
const keptMs = 6 * 60_000;

/** `onChange` is called on every tick. The returned flag tells whether there are ticks. */
export function useTickFeed(
  symbol: string,
  onChange: () => void,
): { readonly feed: RefObject<TickFeed | undefined>; readonly isThere: boolean } {
  const { api } = useApi();
  const quotes = useQuoteStore();
  const feed = useRef<TickFeed>(undefined);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const started = startTickFeed({
      symbol,
      keptMs,
      quotes,
      read: async (fromSeq, limit) => {
        const answer = await api(
          'GET tape',
          { symbol, limit, ...(fromSeq !== undefined && { from_seq: fromSeq }) },
          { quiet: true },
        );
        if (answer.type !== 'ok') throw new RefusedError(answer);
        return answer.message;
      },
      onChange: () => {
        setThere(true);
        onChange();
      },
    });
    feed.current = started;
    return () => {
      feed.current = undefined;
      started.stop();
    };
  }, [api, quotes, symbol, onChange]);
  return { feed, isThere };
}
