/** A FIFO queue with amortised constant cost per operation. Shifting an array would move all remaining items each time. */

const SPENT_MAX = 1024;

export class Fifo<Item> {
  readonly #items: (Item | undefined)[] = [];
  #from = 0;

  get length(): number {
    return this.#items.length - this.#from;
  }

  get first(): Item | undefined {
    return this.#items[this.#from];
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    const item = this.#items[this.#from];
    if (item === undefined) return undefined;
    this.#items[this.#from] = undefined;
    this.#from += 1;
    // Drops the consumed part once it is longer than the rest, so that each item is moved at most once.
    if (
      this.#from === this.#items.length ||
      (this.#from > SPENT_MAX && this.#from * 2 > this.#items.length)
    ) {
      this.#items.splice(0, this.#from);
      this.#from = 0;
    }
    return item;
  }
}
