/** SHA-256 as the tape's chain uses it on the server. */
import type { ChainHash } from '@candor/domain/market/tape.ts';
import { createHash } from 'node:crypto';

export const sha256Chain: ChainHash = (previous, text) =>
  createHash('sha256').update(previous).update(text, 'utf8').digest();
