/** Repeats work after a pause, so that two runs never overlap. A failure is logged, and the work runs again after the pause. */

export type Periodic = { stop(): Promise<void> };

/** Stopping waits for the current run. */
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
