/** Work that repeats after a pause, never overlapping itself; a failure is told and the next turn tries again. */

export type Periodic = { stop(): Promise<void> };

/** Runs `work` every so often until it is stopped; stopping waits for a turn that runs. */
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
