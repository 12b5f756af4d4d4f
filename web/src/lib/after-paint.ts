/** Work deferred until after the next paint, so that the response to a tap is visible before anything heavy begins. */
import { startTransition, useEffect, useState } from 'react';

/** Calls `then` after the browser has painted. Returns a function that cancels it. */
function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(then);
  };
  // A hidden page is not painted.
  if (document.visibilityState === 'hidden') wait();
  const frame = document.visibilityState === 'hidden' ? undefined : requestAnimationFrame(wait);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The value as last painted. A new value follows after the paint, and what shows it is rendered in slices. */
export function useBehindPaint<Value extends object>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (shown === value) return undefined;
    return afterPaint(() => startTransition(() => setShown(value)));
  }, [shown, value]);
  return shown;
}

/** Counts from 0 to `last`, one step after each paint, for work that would block a slow phone if done all at once. */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return undefined;
    return afterPaint(() => setStep(step + 1));
  }, [step, last]);
  return step;
}
