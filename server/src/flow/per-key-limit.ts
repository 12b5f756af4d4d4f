/** Limits concurrent work per key and rejects the excess, so that no key can occupy all the capacity. */
export class PerKeyLimit<Key extends bigint | string> {
  readonly #max: number;
  readonly #under = new Map<Key, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Runs the work. Returns undefined without running it if the key has reached its limit. */
  async take<Result>(key: Key, work: () => Promise<Result>): Promise<Result | undefined> {
    const own = this.#under.get(key) ?? 0;
    if (own >= this.#max) return undefined;
    this.#under.set(key, own + 1);
    try {
      return await work();
    } finally {
      const left = (this.#under.get(key) ?? 1) - 1;
      if (left === 0) this.#under.delete(key);
      else this.#under.set(key, left);
    }
  }
}
