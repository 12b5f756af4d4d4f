/** Runs work with the same key one at a time, in order of arrival. Work with different keys runs concurrently. */
export class KeyedMutex<Key extends bigint | string> {
  readonly #ends = new Map<Key, Promise<unknown>>();

  async in<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.#ends.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    // A failure is reported to its own caller; the next in line only waits for completion.
    const end = mine.catch(() => undefined);
    this.#ends.set(key, end);
    try {
      return await mine;
    } finally {
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    }
  }
}
