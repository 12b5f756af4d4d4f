/** Runs one action at a time. A second call while an action is in flight has no effect. */
import { useCallback, useRef, useState } from 'react';

export type InFlight = {
  readonly busy: boolean;
  /** Runs the action, or resolves with undefined if another action is in flight. */
  readonly run: <Result>(act: () => Promise<Result>) => Promise<Result | undefined>;
};

export function useInFlight(): InFlight {
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const run = useCallback(async <Result>(act: () => Promise<Result>) => {
    if (inFlight.current) return undefined;
    inFlight.current = true;
    setBusy(true);
    try {
      return await act();
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, run };
}
