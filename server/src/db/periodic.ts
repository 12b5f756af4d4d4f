/**
 * Repeats work with a pause after each run, so that two runs never overlap. A failure is logged, and the work runs again after
 * the pause.
 */
import { setTimeout as delay } from 'node:timers/promises';

export type Periodic = { stop(): Promise<void> };

const FIRST_PAUSE_MS = 1000;
const PAUSE_MAX_MS = 60_000;

/** Retries a start until it succeeds, after pauses that double up to a minute. Returns undefined if it was aborted first. */
export async function untilStarted<Started>(
  start: () => Promise<Started>,
  { signal, onError }: { readonly signal: AbortSignal; readonly onError: (error: Error) => void },
): Promise<Started | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      // Attempts run one after another.
      // oxlint-disable-next-line no-await-in-loop
      return await start();
    } catch (error) {
      onError(error as Error);
    }
    // oxlint-disable-next-line no-await-in-loop
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** Runs work repeatedly. Stopping waits for the current run. */
export function every(pauseMs: number, work: () => Promise<void>, onError: (error: Error) => void): Periodic {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const next = (): void => {
    timer = setTimeout(() => {
      turn = work()
        .catch(onError)
        .then(() => {
          if (!stopped) next();
        });
    }, pauseMs);
  };
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
