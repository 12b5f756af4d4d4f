/** SHA-256 as used for the tape's hash chain. */
import type { ChainHash } from '@candor/domain/market/tape.ts';
import { createHash } from 'node:crypto';

export const sha256Chain: ChainHash = (previous, text) =>
  createHash('sha256').update(previous).update(text, 'utf8').digest();
