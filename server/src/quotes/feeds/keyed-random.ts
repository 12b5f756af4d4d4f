/**
 * Randomness for the simulated market. It is an AES-256 keystream in counter mode, which cannot be predicted without the seed.
 */
import { createCipheriv, createHash } from 'node:crypto';
import type { Random } from './random.ts';
import { randomFrom } from './random.ts';

const BLOCK_BYTES = 4096;
const NUMBER_BYTES = 8;
/** 2⁵³, the number of integers from which a number is drawn. */
const STEPS = 9_007_199_254_740_992;
const HIGH = 2_097_152;
const LOW = 4_294_967_296;

/** Creates a generator seeded by a text. The same text gives the same numbers on every machine. */
export function createKeyedRandom(seed: string): Random {
  const key = createHash('sha256').update(seed).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const zeros = Buffer.alloc(BLOCK_BYTES);
  let block = cipher.update(zeros);
  let at = 0;
  return randomFrom(() => {
    if (at === BLOCK_BYTES) {
      block = cipher.update(zeros);
      at = 0;
    }
    const high = block.readUInt32BE(at) % HIGH;
    const low = block.readUInt32BE(at + 4);
    at += NUMBER_BYTES;
    return (high * LOW + low) / STEPS;
  });
}
