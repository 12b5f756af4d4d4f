/** Checks that each checkpoint was signed with the expected key and matches the tape at its entry. */
import type { TapeEntry } from './chain.ts';
import { isHash, isSignature, isSignedBy } from './crypto.ts';
import type { SignatureCheck } from './crypto.ts';
import type { Finding } from './findings.ts';
import { mayHaveSigned } from './keys/follow-keys.ts';
import type { FollowedKey } from './keys/follow-keys.ts';
import { finding } from './findings.ts';

/** A checkpoint as `GET tape/checkpoints` returns it. */
export type Checkpoint = {
  readonly seq: number;
  /** The hash of entry `seq`, in lower-case hex. */
  readonly hash: string;
  /** The market time of entry `seq` in whole seconds. */
  readonly time: number;
  readonly public_key: string;
  readonly signature: string;
};

/** The part of the tape that a checkpoint certifies. */
type SignedEntry = Pick<TapeEntry, 'seq' | 'hash' | 'time_ms'>;

/** The key that must have signed, or the keys that replaced one another, as signed statements say. */
export type SigningKeys = {
  readonly publicKey: string;
  readonly keys?: readonly FollowedKey[] | undefined;
  readonly isSigned?: SignatureCheck | undefined;
};

/** The interval in seconds at which the platform signs. Newer entries may not be signed yet. */
export const CHECKPOINT_EVERY_SECONDS = 10;

/** Returns the text that is signed for a checkpoint. */
export function checkpointText(
  symbol: string,
  checkpoint: Omit<Checkpoint, 'public_key' | 'signature'>,
): string {
  return `candor-checkpoint-v1|${symbol}|${checkpoint.seq}|${checkpoint.hash}|${checkpoint.time}`;
}

/**
 * Checks the checkpoints of a symbol against a public key and those that replaced it, and compares those within the range of
 * `entries` with the tape. The entries must have passed `checkChain`. The findings are in the order of the checkpoints, one for
 * each failed checkpoint.
 */
export function checkCheckpoints(
  tape: { readonly symbol: string; readonly entries: readonly SignedEntry[] },
  checkpoints: readonly Checkpoint[],
  key: SigningKeys,
): Finding[] {
  const bySeq = new Map(tape.entries.map((entry) => [entry.seq, entry]));
  return checkpoints.flatMap((checkpoint) => {
    const violation = signatureViolation(tape.symbol, checkpoint, key);
    return violation ?? entryViolation(checkpoint, bySeq.get(checkpoint.seq)) ?? [];
  });
}

function signatureViolation(
  symbol: string,
  checkpoint: Checkpoint,
  { publicKey, keys, isSigned = isSignedBy }: SigningKeys,
): Finding | undefined {
  const field = unreadableField(checkpoint);
  const { seq } = checkpoint;
  if (field !== undefined) {
    return finding('checkpoint_unreadable', Number.isSafeInteger(seq) ? seq : null, { field });
  }
  const ofTime = checkpoint.time * 1000;
  if (!mayHaveSigned(keys ?? [{ publicKey, untilMs: undefined }], checkpoint.public_key, ofTime)) {
    return finding('checkpoint_key_differs', seq, { pinned: publicKey, found: checkpoint.public_key });
  }
  return isSigned(checkpoint.signature, checkpointText(symbol, checkpoint), checkpoint.public_key)
    ? undefined
    : finding('checkpoint_signature_wrong', seq);
}

function entryViolation(checkpoint: Checkpoint, entry: SignedEntry | undefined): Finding | undefined {
  if (entry === undefined) return undefined;
  const { seq, hash, time } = checkpoint;
  if (entry.hash !== hash)
    return finding('checkpoint_hash_differs', seq, { signed: hash, found: entry.hash });
  const found = Math.floor(entry.time_ms / 1000);
  if (found === time) return undefined;
  return finding('checkpoint_time_differs', seq, { signed: String(time), found: String(found) });
}

function unreadableField(checkpoint: Checkpoint): string | undefined {
  const wholes = ['seq', 'time'] as const;
  return (
    wholes.find((name) => !Number.isSafeInteger(checkpoint[name]) || checkpoint[name] < 0) ??
    (['hash', 'public_key'] as const).find((name) => !isHash(checkpoint[name])) ??
    (isSignature(checkpoint.signature) ? undefined : 'signature')
  );
}
