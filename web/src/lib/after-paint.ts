/** What is done behind the next paint, so that the answer to a tap is on the screen before anything heavy begins. */
import { startTransition, useEffect, useState } from 'react';

/** Calls `then` once the browser has painted; answers what calls it off. */
function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(then);
  };
  // A page that nobody sees is not painted.
  if (document.visibilityState === 'hidden') wait();
  const frame = document.visibilityState === 'hidden' ? undefined : requestAnimationFrame(wait);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The value as it was painted last: a new one follows behind the paint, and what shows it is rendered in slices. */
export function useBehindPaint<Value extends object>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (shown === value) return undefined;
    return afterPaint(() => startTransition(() => setShown(value)));
  }, [shown, value]);
  return shown;
}

/** From 0 to `last`: one more behind each paint, for work that would keep a slow phone from hearing a tap if it were done at once. */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return undefined;
    return afterPaint(() => setStep(step + 1));
  }, [step, last]);
  return step;
}
