/** The random numbers of a day, which are the keystream of AES-256 in counter mode. */
import { createCipheriv, createHash } from 'node:crypto';
import type { Numbers } from '../market-model.ts';

const NUMBERS_OF_BLOCK = 2;
const PAGE_BLOCKS = 2048;
const PAGE_NUMBERS = PAGE_BLOCKS * NUMBERS_OF_BLOCK;
const ZEROS = Buffer.alloc(PAGE_BLOCKS * 16);

/** Starts the keystream with a day's key in hex and the number of entries on all tapes at the start of the run. */
export function numbersOf(key: string, entries: number): Numbers {
  const secret = createHash('sha256').update(`${key}:live:${entries}`).digest();
  let page = -1;
  let stream = ZEROS;
  return (place) => {
    const of = Math.floor(place / PAGE_NUMBERS);
    if (of !== page) {
      const counter = Buffer.alloc(16);
      counter.writeBigUInt64BE(BigInt(of * PAGE_BLOCKS), 8);
      stream = createCipheriv('aes-256-ctr', secret, counter).update(ZEROS);
      page = of;
    }
    const at = (place % PAGE_NUMBERS) * 8;
    return ((stream.readUInt32BE(at) % 2 ** 21) * 2 ** 32 + stream.readUInt32BE(at + 4)) / 2 ** 53;
  };
}
