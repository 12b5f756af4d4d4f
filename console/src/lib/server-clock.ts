/**
 * The server's clock, estimated from the server's last response. Ages and deadlines are shown by this clock, not by the
 * machine's.
 */
import { useSlice } from '@candor/client/app-state.ts';
import { useEffect, useSyncExternalStore } from 'react';

const STEP_MS = 10_000;

export type ServerClock = {
  readonly learnServerTime: (seconds: number) => void;
  readonly serverSeconds: () => number;
  /** The time that the screens show, which changes in steps. */
  readonly shownSeconds: () => number;
  readonly onShown: (listener: () => void) => () => void;
  /** Starts the steps, once. */
  readonly startSteps: () => void;
};

function createServerClock(): ServerClock {
  let aheadSeconds = 0;
  let shown = Math.floor(Date.now() / 1000);
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  const serverSeconds = (): number => Math.floor(Date.now() / 1000 + aheadSeconds);
  const tick = (): void => {
    shown = serverSeconds();
    for (const listener of listeners) listener();
  };
  return {
    learnServerTime: (seconds) => {
      aheadSeconds = seconds - Date.now() / 1000;
      tick();
    },
    serverSeconds,
    shownSeconds: () => shown,
    onShown: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    startSteps: () => void (timer ??= setInterval(tick, STEP_MS)),
  };
}

export function useServerClock(): ServerClock {
  return useSlice(createServerClock);
}

/** Returns the server's time in steps of ten seconds, so that a thousand rows are not rendered every second. */
export function useServerSeconds(): number {
  const { onShown, shownSeconds, startSteps } = useServerClock();
  useEffect(startSteps, [startSteps]);
  return useSyncExternalStore(onShown, shownSeconds);
}
