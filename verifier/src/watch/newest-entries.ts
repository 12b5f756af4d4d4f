/** The newest entries of a log that a shopper may look for by index or number; older ones are dropped, to bound the memory. */

/** A shopper looks for its receipts soon after it receives them. */
const BATCHES_MAX = 100_000;
const PRIVATE_MAX = 200_000;

export class NewestEntries {
  #size = 0;
  /** The entries about customers, by their index, oldest first. */
  readonly #private = new Map<number, string>();
  /** Batches of receipts by their number, oldest first. */
  readonly #batches = new Map<number, string>();
  #forgotten = 0;
  readonly #privateMax: number;

  constructor(privateMax = PRIVATE_MAX) {
    this.#privateMax = privateMax;
  }

  add(entry: string): void {
    if (entry.startsWith('candor-private-v1|')) {
      this.#private.set(this.#size, entry);
      const dropped = dropOldest(this.#private, this.#privateMax);
      if (dropped !== undefined) this.#forgotten = dropped + 1;
    }
    if (entry.startsWith('candor-receipts-v1|')) {
      this.#batches.set(Number(entry.split('|')[1]), entry);
      dropOldest(this.#batches, BATCHES_MAX);
    }
    this.#size += 1;
  }

  /** The number of entries that were added. */
  get size(): number {
    return this.#size;
  }

  /** The index before which the text of an entry about a customer may be forgotten. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** The entry at an index, if it is about a customer and not forgotten. */
  privateEntry(index: number): string | undefined {
    return this.#private.get(index);
  }

  /** The logged text of a batch of receipts, if it is among the newest ones. */
  batch(number: number): string | undefined {
    return this.#batches.get(number);
  }
}

/** Returns the key that was dropped from a map with more entries than this. */
function dropOldest(map: Map<number, string>, max: number): number | undefined {
  const [oldest] = map.keys();
  if (map.size <= max || oldest === undefined) return undefined;
  map.delete(oldest);
  return oldest;
}
