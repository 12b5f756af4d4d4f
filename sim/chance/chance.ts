/**
 * Random numbers from a seed. Each purpose draws from a separate stream, so that an additional draw for one purpose changes
 * no other.
 */
import { createHash } from 'node:crypto';

const UINT32 = 2 ** 32;

export class Chance {
  readonly #seed: string;
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: string) {
    this.#seed = seed;
    const digest = createHash('sha256').update(seed).digest();
    this.#a = digest.readUInt32LE(0);
    this.#b = digest.readUInt32LE(4);
    this.#c = digest.readUInt32LE(8);
    this.#d = digest.readUInt32LE(12);
  }

  /** Returns a stream for another purpose. Draws from it do not change this stream. */
  for(purpose: string): Chance {
    return new Chance(`${this.#seed}/${purpose}`);
  }

  /** The next 32 bits (sfc32). */
  #next(): number {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  fraction(): number {
    return this.#next() / UINT32;
  }

  /** Returns an integer from `from` to below `to`. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from));
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length)];
    if (item === undefined) throw new Error('expected something to choose from, found nothing');
    return item;
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    for (let at = 0; at < count; at += 1) bytes[at] = this.#next() & 0xff;
    return bytes;
  }

  /** Returns a draw of the normal distribution with mean 0 and standard deviation 1. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()));
    return radius * Math.cos(2 * Math.PI * this.fraction());
  }
}
