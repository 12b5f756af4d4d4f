/**
 * Maps waiting rows to slots. Kind, book and row number identify a row; slots index the columns in which the price index keeps
 * a row's other data. The table uses open addressing over typed arrays: a million rows cost 25 bytes each, without an object
 * per row.
 */

const START_CAPACITY = 1024;
const KINDS_MAX = 255;

export type RowIdentity = { readonly kind: string; readonly book: bigint; readonly row: bigint };

export class RowTable {
  #kind = new Uint8Array(START_CAPACITY);
  #book = new BigInt64Array(START_CAPACITY);
  #row = new BigInt64Array(START_CAPACITY);
  /** The same ids as pairs of 32-bit words, which can be read without allocating a bigint. */
  #bookWords = new Int32Array(this.#book.buffer);
  #rowWords = new Int32Array(this.#row.buffer);
  /** Slot + 1 at the hashed place or the next free one; 0 if empty. The array is twice as long as the number of slots. */
  #places = new Int32Array(START_CAPACITY * 2);
  readonly #free: number[] = [];
  #end = 0;
  #size = 0;
  readonly #kinds: string[] = [];
  readonly #kindNumbers = new Map<string, number>();
  readonly #key = new BigInt64Array(2);
  readonly #keyWords = new Int32Array(this.#key.buffer);

  get size(): number {
    return this.#size;
  }

  /** The number of slots available before `obtain` grows the table. */
  get capacity(): number {
    return this.#kind.length;
  }

  find(identity: RowIdentity): number {
    const kind = this.#kindNumbers.get(identity.kind);
    if (kind === undefined) return -1;
    const place = this.#placeOf(kind, identity);
    return this.#places[place]! - 1;
  }

  /** Returns the slot of a row, allocating one if needed. The caller detects an allocation by the changed `size`. */
  obtain(identity: RowIdentity): number {
    if (this.#free.length === 0 && this.#end === this.capacity) this.#grow();
    const kind = this.#kindNumber(identity.kind);
    const place = this.#placeOf(kind, identity);
    if (this.#places[place] !== 0) return this.#places[place]! - 1;
    const slot = this.#free.pop() ?? this.#end++;
    this.#kind[slot] = kind;
    this.#book[slot] = identity.book;
    this.#row[slot] = identity.row;
    this.#places[place] = slot + 1;
    this.#size += 1;
    return slot;
  }

  /** Frees a slot. Later entries of the same probe run move up, so no tombstones are needed. */
  release(slot: number): void {
    const mask = this.#places.length - 1;
    let hole = this.#hashOf(slot) & mask;
    while (this.#places[hole] !== slot + 1) {
      if (this.#places[hole] === 0) throw new Error(`expected slot ${slot} to be in use`);
      hole = (hole + 1) & mask;
    }
    for (let at = (hole + 1) & mask; this.#places[at] !== 0; at = (at + 1) & mask) {
      const home = this.#hashOf(this.#places[at]! - 1) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      this.#places[hole] = this.#places[at]!;
      hole = at;
    }
    this.#places[hole] = 0;
    this.#free.push(slot);
    this.#size -= 1;
  }

  identity(slot: number): RowIdentity {
    return { kind: this.#kinds[this.#kind[slot]!]!, book: this.#book[slot]!, row: this.#row[slot]! };
  }

  /** The row's place, or the empty place where it would be inserted. */
  #placeOf(kind: number, identity: RowIdentity): number {
    this.#key[0] = identity.book;
    this.#key[1] = identity.row;
    const bookLow = this.#keyWords[0]!;
    const bookHigh = this.#keyWords[1]!;
    const rowLow = this.#keyWords[2]!;
    const rowHigh = this.#keyWords[3]!;
    const mask = this.#places.length - 1;
    let place = mix(kind ^ bookHigh, bookLow, rowHigh, rowLow) & mask;
    for (;;) {
      const slot = this.#places[place]! - 1;
      if (slot === -1) return place;
      const word = slot * 2;
      if (
        this.#rowWords[word] === rowLow &&
        this.#bookWords[word] === bookLow &&
        this.#rowWords[word + 1] === rowHigh &&
        this.#bookWords[word + 1] === bookHigh &&
        this.#kind[slot] === kind
      ) {
        return place;
      }
      place = (place + 1) & mask;
    }
  }

  #hashOf(slot: number): number {
    const word = slot * 2;
    return mix(
      this.#kind[slot]! ^ this.#bookWords[word + 1]!,
      this.#bookWords[word]!,
      this.#rowWords[word + 1]!,
      this.#rowWords[word]!,
    );
  }

  #kindNumber(kind: string): number {
    const known = this.#kindNumbers.get(kind);
    if (known !== undefined) return known;
    if (this.#kinds.length === KINDS_MAX)
      throw new Error('expected at most 255 kinds of trigger, found more');
    this.#kindNumbers.set(kind, this.#kinds.push(kind) - 1);
    return this.#kinds.length - 1;
  }

  #grow(): void {
    const capacity = this.capacity * 2;
    this.#kind = grown(this.#kind, new Uint8Array(capacity));
    this.#book = grown(this.#book, new BigInt64Array(capacity));
    this.#row = grown(this.#row, new BigInt64Array(capacity));
    this.#bookWords = new Int32Array(this.#book.buffer);
    this.#rowWords = new Int32Array(this.#row.buffer);
    this.#places = new Int32Array(capacity * 2);
    // The table grows only if no slot is free, so every slot holds a row.
    const mask = this.#places.length - 1;
    for (let slot = 0; slot < this.#end; slot += 1) {
      let place = this.#hashOf(slot) & mask;
      while (this.#places[place] !== 0) place = (place + 1) & mask;
      this.#places[place] = slot + 1;
    }
  }
}

export function grown<Column extends { set(from: Column): void }>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

/** Mixes four words into one, so that sequential ids spread over the table. */
function mix(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ b;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ c;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ d;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return hash ^ (hash >>> 15);
}
