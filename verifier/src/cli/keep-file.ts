/** The file that stores the public key and the valid checkpoints between runs. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Checkpoint } from '../checkpoints.ts';
import { isHash } from '../crypto.ts';
import type { Kept, KeptCheckpoint } from '../remembered.ts';
import { UnreadableError } from './server.ts';

/** The maximum number of checkpoints per symbol, of which half are the oldest and half the newest. */
const KEPT_MAX = 1000;

/** Returns the content of the file, or undefined if it does not exist yet. */
export function readKept(path: string): Kept | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new UnreadableError(`Failed to read ${path}: ${(error as Error).message}`);
  }
  const kept = parsed(text);
  if (kept === undefined) throw new UnreadableError(`${path} was not written by --keep.`);
  return kept;
}

function parsed(text: string): Kept | undefined {
  try {
    const value = JSON.parse(text) as {
      readonly public_key?: unknown;
      readonly checkpoints?: unknown;
    } | null;
    const { public_key: publicKey, checkpoints } = value ?? {};
    if (!isHash(publicKey) || !Array.isArray(checkpoints)) return undefined;
    const sound = checkpoints.every(
      (one: Partial<KeptCheckpoint> | null) =>
        typeof one?.symbol === 'string' && Number.isSafeInteger(one.seq) && isHash(one.hash),
    );
    return sound ? { publicKey, checkpoints: checkpoints as KeptCheckpoint[] } : undefined;
  } catch {
    // The user must use a different file for each platform.
    return undefined;
  }
}

/** Adds valid checkpoints of a symbol and replaces the file atomically. */
export function writeKept(
  path: string,
  kept: Kept | undefined,
  seen: { readonly publicKey: string; readonly symbol: string; readonly checkpoints: readonly Checkpoint[] },
): void {
  const others = (kept?.checkpoints ?? []).filter(({ symbol }) => symbol !== seen.symbol);
  const bySeq = new Map<number, KeptCheckpoint>();
  const own = (kept?.checkpoints ?? []).filter(({ symbol }) => symbol === seen.symbol);
  const fresh = seen.checkpoints.map((checkpoint) => ({ symbol: seen.symbol, ...checkpoint }));
  for (const one of [...fresh, ...own]) bySeq.set(one.seq, one);
  const all = [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
  const bounded = all.length <= KEPT_MAX ? all : [...all.slice(0, KEPT_MAX / 2), ...all.slice(-KEPT_MAX / 2)];
  const text = JSON.stringify({ public_key: seen.publicKey, checkpoints: [...others, ...bounded] }, null, 1);
  // Written to a temporary file first, so that an interrupted run leaves the old file intact.
  writeFileSync(`${path}.new`, `${text}\n`);
  renameSync(`${path}.new`, path);
}
