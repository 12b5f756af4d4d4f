/** The server's clock, as far as its last answer tells: ages and deadlines are the house's, not this machine's. */
import { useEffect, useSyncExternalStore } from 'react';

let aheadSeconds = 0;
let shown = Math.floor(Date.now() / 1000);
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Takes over what the server said its clock was just now. */
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

/** The server's time in steps of ten seconds: an age need not run faster, and a thousand rows stay still in between. */
export function useServerSeconds(): number {
  useEffect(() => {
    timer ??= setInterval(tick, 10_000);
  }, []);
  return useSyncExternalStore(listen, () => shown);
}
