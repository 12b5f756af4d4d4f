/** Compares new responses of a platform with data kept from earlier ones. A rewritten tape cannot match both. */
import type { TapeEntry } from './chain.ts';
import type { Checkpoint } from './checkpoints.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import type { FollowedKey } from './keys/follow-keys.ts';

/** A checkpoint with a valid signature that was seen earlier. */
export type KeptCheckpoint = Checkpoint & { readonly symbol: string };

/** The data kept between checks: the public key, and checkpoints of any symbols. */
export type Kept = {
  readonly publicKey: string;
  /** The keys that are linked to the public key by signed statements. */
  readonly keys?: readonly FollowedKey[] | undefined;
  readonly checkpoints: readonly KeptCheckpoint[];
};

/** The content of a response about one symbol. */
export type Seen = {
  readonly symbol: string;
  readonly publicKey?: string | undefined;
  readonly entries?: readonly Pick<TapeEntry, 'seq' | 'hash'>[] | undefined;
  readonly checkpoints?: readonly Pick<Checkpoint, 'seq' | 'hash'>[] | undefined;
  /** The newest entry that the server reports. */
  readonly headSeq?: number | undefined;
};

/** Returns the differences between new data and kept data, by ascending entry number. */
export function contradictions(kept: Kept, seen: Seen): Finding[] {
  const { publicKey, headSeq } = seen;
  const keys =
    publicKey === undefined ||
    publicKey === kept.publicKey ||
    kept.keys?.some((key) => key.publicKey === publicKey) === true
      ? []
      : [finding('kept_key_differs', null, { kept: kept.publicKey, found: publicKey })];
  const shown = [...(seen.entries ?? []), ...(seen.checkpoints ?? [])];
  const old = new Map<number, string>();
  for (const { symbol, seq, hash } of kept.checkpoints) if (symbol === seen.symbol) old.set(seq, hash);
  const rewritten = shown.flatMap(({ seq, hash }) => {
    const before = old.get(seq);
    return before === undefined || before === hash
      ? []
      : [finding('kept_hash_differs', seq, { kept: before, found: hash })];
  });
  const cut = [...old.keys()]
    .filter((seq) => headSeq !== undefined && seq > headSeq)
    .map((seq) => finding('kept_entry_missing', seq, { head: String(headSeq) }));
  const bySeq = new Map([...rewritten, ...cut].map((found) => [found.seq ?? 0, found]));
  return [...keys, ...[...bySeq.values()].sort((one, other) => (one.seq ?? 0) - (other.seq ?? 0))];
}
