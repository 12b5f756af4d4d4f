/** Defers work until after the next paint, so that the response to a tap is visible before heavy work begins. */
import { startTransition, useEffect, useState } from 'react';

/** Calls `then` after the browser has painted. Returns a function that cancels the call. */
function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(then);
  };
  // Browsers do not paint hidden pages, so a timer replaces the frame.
  if (document.visibilityState === 'hidden') wait();
  const frame = document.visibilityState === 'hidden' ? undefined : requestAnimationFrame(wait);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Returns the last painted value. A new value follows after the next paint, and components that show it are rendered in slices.
 */
export function useBehindPaint<Value extends object>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (shown === value) return undefined;
    return afterPaint(() => startTransition(() => setShown(value)));
  }, [shown, value]);
  return shown;
}

/** Counts from 0 to `last`, one step after each paint, for work that would block a slow phone if done in one step. */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return undefined;
    return afterPaint(() => setStep(step + 1));
  }, [step, last]);
  return step;
}
