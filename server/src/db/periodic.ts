/** Work that repeats after a pause and never overlaps its previous run. A failure is logged, and the next run tries again. */

export type Periodic = { stop(): Promise<void> };

/** Runs `work` at this interval until stopped. Stopping waits for the current run. */
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
