/**
 * What is written into one conversation is written, and told, one after the other: so its events leave in the order of their
 * numbers, and no two of its messages wait for each other's row in the database.
 */
export class OneByOne {
  readonly #ends = new Map<bigint, Promise<unknown>>();

  async in<Result>(conversation: bigint, work: () => Promise<Result>): Promise<Result> {
    const before = this.#ends.get(conversation) ?? Promise.resolve();
    const mine = before.then(work, work);
    // A failure is the caller's to hear; the next only waits for the end.
    const end = mine.catch(() => undefined);
    this.#ends.set(conversation, end);
    try {
      return await mine;
    } finally {
      if (this.#ends.get(conversation) === end) this.#ends.delete(conversation);
    }
  }
}
