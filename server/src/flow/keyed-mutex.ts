/** Runs work with the same key one after another, in order of arrival, and work with different keys concurrently. */
export class KeyedMutex<Key extends bigint | string> {
  readonly #ends = new Map<Key, Promise<unknown>>();

  async in<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.#ends.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    // The failure is reported to its own caller; the next in line waits only for completion.
    const end = mine.catch(() => undefined);
    this.#ends.set(key, end);
    try {
      return await mine;
    } finally {
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    }
  }
}
