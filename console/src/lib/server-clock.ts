/**
 * The server's clock, estimated from the server's last response. Ages and deadlines are shown by this clock, not by the
 * machine's.
 */
import { useEffect, useSyncExternalStore } from 'react';

let aheadSeconds = 0;
let shown = Math.floor(Date.now() / 1000);
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

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

/** Returns the server's time in steps of ten seconds, so that a thousand rows are not rendered every second. */
export function useServerSeconds(): number {
  useEffect(() => {
    timer ??= setInterval(tick, 10_000);
  }, []);
  return useSyncExternalStore(listen, () => shown);
}
