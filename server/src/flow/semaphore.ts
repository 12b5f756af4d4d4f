/** A semaphore with a bounded queue, which rejects work beyond the bound. Use it for work that takes memory or CPU. */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, waitingMax }: { readonly atOnce: number; readonly waitingMax: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Runs the work when its turn comes, or returns undefined without running it if too many are waiting. */
  async take<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#running >= this.#atOnce) {
      if (this.#line.length >= this.#waitingMax) return undefined;
      // Finished work passes its place on, so the count stays the same.
      await new Promise<void>((resolve) => this.#line.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
