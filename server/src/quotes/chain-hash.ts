/** The hash function of the tape's hash chain, SHA-256. */
import type { ChainHash } from '@candor/domain/market/tape.ts';
import { createHash } from 'node:crypto';

export const sha256Chain: ChainHash = (previous, text) =>
  createHash('sha256').update(previous).update(text, 'utf8').digest();
