/** The whole seconds of the market's clock, so that all countdowns change at the same moment. */
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { useSyncExternalStore } from 'react';
import { createLiveConnection } from './connection.ts';
import { createMarketClock } from './market-clock.ts';
import type { MarketClock } from './market-clock.ts';
import { createQuotes } from './quotes.ts';
import { signal } from './signal.ts';

/** Crypto trades at all times, so its ticks keep the clock running while the instrument on the screen is silent. */
const alwaysOpen = 'BTC/USDT';
/** The interval between checks before the first tick. */
const lookAgainMs = 100;

export type MarketSeconds = {
  readonly marketClock: MarketClock;
  readonly second: () => number | undefined;
  /** Calls the listener at every second until the returned function is called. */
  readonly watch: (listener: () => void) => () => void;
};

export function createMarketSeconds(app: AppState): MarketSeconds {
  const { quoteStore } = app.of(createQuotes);
  const marketClock = createMarketClock(() => performance.now());
  app
    .of(createLiveConnection)
    .on('quotes', (ticks) => marketClock.hear(Math.max(...ticks.map((tick) => tick[5]))));
  const changed = signal<[]>();
  let watchers = 0;
  let second: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const nowMs = marketClock.nowMs();
    const now = nowMs === undefined ? undefined : Math.floor(nowMs / 1000);
    // The browser may call a timer slightly early, before the second has changed. The next timer follows immediately.
    timer = setTimeout(look, nowMs === undefined ? lookAgainMs : 1000 - (nowMs % 1000) + 1);
    if (now === second) return;
    second = now;
    changed.send();
  };
  return {
    marketClock,
    second: () => second,
    watch: (listener) => {
      const stopListening = changed.add(listener);
      const stopTicks = quoteStore.subscribe(alwaysOpen, () => undefined);
      watchers += 1;
      if (watchers === 1) look();
      return () => {
        stopListening();
        stopTicks();
        watchers -= 1;
        if (watchers === 0) clearTimeout(timer);
      };
    },
  };
}

/** Returns the market's time in whole seconds, or undefined before the first tick. The component re-renders at every second. */
export function useMarketSecond(): number | undefined {
  const { second, watch } = useSlice(createMarketSeconds);
  return useSyncExternalStore(watch, second);
}

export function useMarketClock(): MarketClock {
  return useSlice(createMarketSeconds).marketClock;
}
