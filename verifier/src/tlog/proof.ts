/** Proofs that an entry is in a log (c2sp.org/tlog-proof), which anybody can check offline against a policy. */
import type { SignatureCheck } from '../crypto.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { LogCheckpoint } from './checkpoint.ts';
import { HASH_BYTES, leafHash, rootOfInclusion, sameHash } from './merkle.ts';
import { meets } from './policy.ts';
import type { Policy } from './policy.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';
const INDEX = /^index (0|[1-9]\d{0,15})$/;
/** A tree of 2^53 entries has 53 levels. */
const HASHES_MAX = 64;

export type LogProof = {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: LogCheckpoint;
  readonly extra?: Uint8Array;
};

/** Reads a proof; undefined if it is malformed. */
export function readProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n');
  if (end < 0) return undefined;
  const lines = text.slice(0, end).split('\n');
  const checkpoint = readCheckpoint(text.slice(end + 2));
  if (lines.shift() !== HEADER || checkpoint === undefined) return undefined;
  let extra: Uint8Array | undefined;
  if (lines[0]?.startsWith('extra ') === true) {
    extra = fromBase64(lines.shift()?.slice('extra '.length) ?? '');
    if (extra === undefined) return undefined;
  }
  const index = Number(INDEX.exec(lines.shift() ?? '')?.[1]);
  const hashes = lines.map(fromBase64);
  if (!Number.isSafeInteger(index) || hashes.length > HASHES_MAX) return undefined;
  if (hashes.some((hash) => hash?.length !== HASH_BYTES)) return undefined;
  const whole = hashes.filter((hash) => hash !== undefined);
  return { index, hashes: whole, checkpoint, ...(extra === undefined ? {} : { extra }) };
}

/** The text of a proof above a checkpoint's text with its signatures. */
export function proofText(
  { index, hashes, extra }: Omit<LogProof, 'checkpoint'>,
  checkpoint: string,
): string {
  const lines = [
    HEADER,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(toBase64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

export type ProofVerdict = 'proved' | 'other_log' | 'unwitnessed' | 'not_included';

/**
 * Whether a proof shows that an entry is in a log of the policy, and that the log's quorum of witnesses
 * cosigned it.
 */
export function checkProof(
  proof: LogProof,
  entry: Uint8Array,
  { policy, verify }: { readonly policy: Policy; readonly verify: SignatureCheck },
): ProofVerdict {
  const { met, signed } = meets(proof.checkpoint, policy, verify);
  if (!signed) return 'other_log';
  const { size, root } = proof.checkpoint;
  const reached = rootOfInclusion({
    index: proof.index,
    size,
    leaf: leafHash(entry),
    proof: proof.hashes,
  });
  if (reached === undefined || !sameHash(reached, root)) return 'not_included';
  return met ? 'proved' : 'unwitnessed';
}
