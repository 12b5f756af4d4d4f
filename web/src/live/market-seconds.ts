/** The whole seconds of the market's clock, so that all countdowns change at the same moment. */
import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';
import { createMarketClock } from './market-clock.ts';
import { quoteStore } from './quotes.ts';
import { signal } from './signal.ts';

/** Crypto trades at all times, so its ticks keep the clock running while the instrument on the screen is silent. */
const alwaysOpen = 'BTC/USDT';
/** The interval between checks before the first tick. */
const lookAgainMs = 100;

export const marketClock = createMarketClock(() => performance.now());
connection.on('quotes', (ticks) => marketClock.hear(Math.max(...ticks.map((tick) => tick[5]))));

const changed = signal<[]>();
let watchers = 0;
let second: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function look(): void {
  const nowMs = marketClock.nowMs();
  const now = nowMs === undefined ? undefined : Math.floor(nowMs / 1000);
  // The browser may call a timer slightly early, before the second has changed. The next timer follows immediately.
  timer = setTimeout(look, nowMs === undefined ? lookAgainMs : 1000 - (nowMs % 1000) + 1);
  if (now === second) return;
  second = now;
  changed.send();
}

function watch(listener: () => void): () => void {
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
}

/** Returns the market's time in whole seconds, or undefined before the first tick. The component re-renders at every second. */
export function useMarketSecond(): number | undefined {
  return useSyncExternalStore(watch, () => second);
}
