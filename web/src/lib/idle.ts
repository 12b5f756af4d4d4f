/** Resolves when the phone is idle, or after the timeout. */
export function whenIdle(timeoutMs: number): Promise<void> {
  return new Promise((done) => {
    // Safari has no idle callback; a short timeout is sufficient.
    if ('requestIdleCallback' in globalThis)
      globalThis.requestIdleCallback(() => done(), { timeout: timeoutMs });
    else setTimeout(done, 50);
  });
}
