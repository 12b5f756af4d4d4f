/** The server's clock, estimated from its last answer. Ages and deadlines follow it and not this machine's clock. */
import { useEffect, useSyncExternalStore } from 'react';

let aheadSeconds = 0;
let shown = Math.floor(Date.now() / 1000);
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Sets the clock from a time that the server has just returned. */
export function learnServerTime(seconds: number): void {
  aheadSeconds = seconds - Date.now() / 1000;
  tick();
}

export function serverSeconds(): number {
  return Math.floor(Date.now() / 1000 + aheadSeconds);
}

function tick(): void {
  shown = serverSeconds();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the server's time in steps of ten seconds, so that a thousand rows are not rendered more often than their ages need.
 */
export function useServerSeconds(): number {
  useEffect(() => {
    timer ??= setInterval(tick, 10_000);
  }, []);
  return useSyncExternalStore(listen, () => shown);
}
