/** A moment in which the phone has nothing better to do. */
export function whenIdle(): Promise<void> {
  return new Promise((done) => {
    // Safari has no idle callback; the next turn after a short while will do.
    if ('requestIdleCallback' in globalThis) globalThis.requestIdleCallback(() => done(), { timeout: 5000 });
    else setTimeout(done, 50);
  });
}
