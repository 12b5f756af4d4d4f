/**
 * An order whose answer never came. It may have been executed, so it is never replaced by a fresh one: sending it again is the
 * same request under the same key, which has one effect however often it arrives.
 */
import { readStored, writeStored } from '../../../lib/stored.ts';
import type { PairRequest } from './ticket.ts';

const storageKey = 'candor.unanswered.spot';
/** The client keeps the key of an unanswered command for ten minutes. */
const keptMs = 9 * 60_000;

type Kept = { readonly request: PairRequest; readonly atMs: number };

/** Reads what was kept, unless it is too old to be sent under its key. */
export function readUnanswered(stored: unknown, nowMs: number): PairRequest | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { request, atMs } = stored as Partial<Kept>;
  if (typeof request !== 'object' || typeof atMs !== 'number' || nowMs - atMs > keptMs) return undefined;
  return typeof request.symbol === 'string' ? request : undefined;
}

export function loadUnanswered(): PairRequest | undefined {
  return readUnanswered(readStored('sessionStorage', storageKey), Date.now());
}

/** Keeps a request before it is sent, or forgets it once its answer is final. */
export function keepUnanswered(request: PairRequest | undefined): void {
  writeStored(
    'sessionStorage',
    storageKey,
    request === undefined ? undefined : { request, atMs: Date.now() },
  );
}
