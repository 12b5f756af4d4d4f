/** So many at a time, a bounded line behind them, and nobody beyond it: what takes memory or a processor goes through one. */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, waitingMax }: { readonly atOnce: number; readonly waitingMax: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Does the work when its turn has come; undefined, without doing it, when too many wait. */
  async take<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#running >= this.#atOnce) {
      if (this.#line.length >= this.#waitingMax) return undefined;
      // Whoever ends hands the place on, so the count stays.
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
