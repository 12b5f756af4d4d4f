/** A moment in which the phone has nothing better to do; when there is none, that of the timeout. */
export function whenIdle(timeoutMs: number): Promise<void> {
  return new Promise((done) => {
    // Safari has no idle callback; the next turn after a short while will do.
    if ('requestIdleCallback' in globalThis)
      globalThis.requestIdleCallback(() => done(), { timeout: timeoutMs });
    else setTimeout(done, 50);
  });
}
