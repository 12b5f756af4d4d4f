/** What has one key is done one after the other, in the order in which it came; what has another does not wait for it. */
export class KeyedMutex<Key extends bigint | string> {
  readonly #ends = new Map<Key, Promise<unknown>>();

  async in<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.#ends.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    // A failure is the caller's to hear; the next only waits for the end.
    const end = mine.catch(() => undefined);
    this.#ends.set(key, end);
    try {
      return await mine;
    } finally {
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    }
  }
}
