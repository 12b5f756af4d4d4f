/** A semaphore with a bounded queue, for work that takes memory or CPU. It rejects work when the queue is full. */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, waitingMax }: { readonly atOnce: number; readonly waitingMax: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Runs the work. Returns undefined without running it if too much work is waiting. */
  async take<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#running >= this.#atOnce) {
      if (this.#line.length >= this.#waitingMax) return undefined;
      // Finished work passes its place to the next in line, so the count stays the same.
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
