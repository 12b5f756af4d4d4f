/** Runs one action at a time: a second tap while the first action is in flight does nothing. */
import { useCallback, useRef, useState } from 'react';

export type InFlight = {
  readonly busy: boolean;
  /** Undefined while another action is in flight. */
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
