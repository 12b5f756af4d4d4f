/** Limits work in flight per key. Excess work waits in order of arrival, so the caller must limit how much can wait. */
export class KeyedPlaces<Key extends bigint | string> {
  readonly #max: number;
  readonly #lines = new Map<Key, { taken: number; readonly waiting: (() => void)[] }>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves once the key has a place. `leave` returns the place. */
  async enter(key: Key): Promise<void> {
    let line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, (line = { taken: 0, waiting: [] }));
    if (line.taken < this.#max) line.taken += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
  }

  /** The place is passed to the next in line. */
  leave(key: Key): void {
    const line = this.#lines.get(key);
    if (line === undefined) throw new Error(`expected ${key} to have a place, found none`);
    const next = line.waiting.shift();
    if (next !== undefined) return next();
    line.taken -= 1;
    if (line.taken === 0) this.#lines.delete(key);
  }
}
