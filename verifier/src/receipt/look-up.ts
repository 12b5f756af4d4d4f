/** Looks up an entry in a log from which a device has kept a checkpoint. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { leafHash, rootOfInclusion, sameHash } from '../tlog/merkle.ts';
import { readPolicy } from '../tlog/policy.ts';
import type { KeptLog, LogFiles } from '../tlog/remembered-log.ts';
import { TileTree } from '../tlog/tiles.ts';
import { witnessedMs } from '../watch/check-receipts.ts';

export type LookedUp = { readonly loggedMs: number | undefined } | { readonly absentMs: number };

/**
 * Whether the kept checkpoint's tree has an entry at an index that the platform names (null: nowhere), with the witnesses' time of
 * the checkpoint in milliseconds. Undefined if it lacks the entry and nobody cosigned it. Throws what `read` throws.
 */
export async function lookUpEntry(
  { read, verify }: LogFiles,
  { policy: policyText, note }: KeptLog,
  { entry, index }: { readonly entry: string; readonly index: number | null },
): Promise<LookedUp | undefined> {
  const policy = readPolicy(policyText);
  const checkpoint = readCheckpoint(note);
  if ('violation' in policy || checkpoint === undefined) return undefined;
  const { size, root } = checkpoint;
  const atMs = witnessedMs(note, policy, verify);
  if (index !== null && index < size) {
    const proof = await new TileTree(read, size).inclusion(index);
    const reached = rootOfInclusion({ index, size, leaf: leafHash(utf8ToBytes(entry)), proof });
    if (reached !== undefined && sameHash(reached, root)) return { loggedMs: atMs };
  }
  return atMs === undefined ? undefined : { absentMs: atMs };
}
