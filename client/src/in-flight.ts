/** One thing at a time: a second tap while the first is under way does nothing. */
import { useCallback, useRef, useState } from 'react';

export type UnderWay = {
  readonly busy: boolean;
  /** Undefined while something else is under way. */
  readonly run: <Result>(act: () => Promise<Result>) => Promise<Result | undefined>;
};

export function useUnderWay(): UnderWay {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const run = useCallback(async <Result>(act: () => Promise<Result>) => {
    if (underWay.current) return undefined;
    underWay.current = true;
    setBusy(true);
    try {
      return await act();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, run };
}
