/**
 * Follows a transparency log as a monitor: reads every new entry, rebuilds the tree from them, and compares each checkpoint with
 * the one before. Nothing that the log serves is accepted unless its root is signed and cosigned, and follows from the entries.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { SignatureCheck } from '../crypto.ts';
import { readCheckpoint } from '../tlog/checkpoint.ts';
import type { LogCheckpoint } from '../tlog/checkpoint.ts';
import { GrowingTree, isConsistent, leafHash, sameHash } from '../tlog/merkle.ts';
import { meets } from '../tlog/policy.ts';
import type { Policy } from '../tlog/policy.ts';
import { TILE_WIDTH, TileTree, readBundle, tilePath } from '../tlog/tiles.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';

/** Reads a file of the log by its path below `/log/`. */
export type ReadLogFile = (path: string) => Promise<Uint8Array>;

/** The watch's position in a log; it can be stored as JSON. */
export type LogPlace = {
  readonly size: number;
  readonly peaks: readonly { readonly leaves: number; readonly hash: string }[];
  /** The newest checkpoint that was accepted, with its signatures. */
  readonly note: string;
};

export type Followed = {
  /** Unchanged if there was an alarm. */
  readonly place: LogPlace | undefined;
  /** The texts of the new entries. */
  readonly entries: readonly string[];
  readonly alarms: readonly Alarm[];
};

export type Following = {
  readonly read: ReadLogFile;
  readonly policy: Policy;
  readonly verify: SignatureCheck;
  readonly nowSeconds: number;
  /** The maximum age of the newest witness's time. */
  readonly ageMaxSeconds: number;
};

/** The maximum lead of a witness's clock over ours. */
const AHEAD_MAX_SECONDS = 300;
/** Bundles are small, so waiting for each would take most of the time to catch up with a long log. */
const BUNDLES_AT_ONCE = 8;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the new entries since a place. */
export async function followLog(following: Following, place: LogPlace | undefined): Promise<Followed> {
  const nothing = (...alarms: Alarm[]): Followed => ({ place, entries: [], alarms });
  const note = UTF8.decode(await following.read('checkpoint'));
  const checkpoint = readCheckpoint(note);
  if (checkpoint === undefined)
    return nothing(alarm('log_unreadable', 'The log’s checkpoint is malformed.', note));
  const signed = signatureAlarms(following, checkpoint, note);
  if (signed.some(({ kind }) => kind !== 'log_silent')) return nothing(...signed);
  const before = place ?? { size: 0, peaks: [], note: '' };
  if (checkpoint.size < before.size) {
    const detail = `The log has ${checkpoint.size} entries, and had ${before.size}.`;
    return nothing(...signed, alarm('log_shrunk', detail, before.note, note));
  }
  const tree = new GrowingTree(before.peaks.map(({ leaves, hash }) => ({ leaves, hash: hexToBytes(hash) })));
  const entries = await readEntries(following.read, before.size, checkpoint.size);
  for (const entry of entries) tree.add(leafHash(entry));
  if (!sameHash(tree.root(), checkpoint.root)) {
    // The contradiction is certain in any case, even if the tiles that would show it can't be read.
    const isForked = !(await continues(following.read, before, checkpoint).catch(() => true));
    const detail = isForked
      ? `The log’s root of ${checkpoint.size} entries does not continue its root of ${before.size}.`
      : `The log’s entries ${before.size} to ${checkpoint.size - 1} do not match its root.`;
    return nothing(...signed, alarm(isForked ? 'log_forked' : 'log_withheld', detail, before.note, note));
  }
  return {
    place: {
      size: checkpoint.size,
      peaks: tree.peaks.map(({ leaves, hash }) => ({ leaves, hash: bytesToHex(hash) })),
      note,
    },
    entries: entries.map((entry) => UTF8.decode(entry)),
    alarms: signed,
  };
}

function signatureAlarms(
  { policy, verify, nowSeconds, ageMaxSeconds }: Following,
  checkpoint: LogCheckpoint,
  note: string,
): readonly Alarm[] {
  const { met, signed, cosigned } = meets(checkpoint, policy, verify);
  if (!signed) return [alarm('log_unsigned', 'The checkpoint is not signed with the log’s key.', note)];
  if (!met) {
    const detail = `Only ${cosigned.size} of ${policy.witnesses.size} witnesses cosigned the checkpoint, too few for the policy.`;
    return [alarm('log_unwitnessed', detail, note)];
  }
  // The quorum itself must be recent: one witness alone could make an old checkpoint look new.
  const isRecent = (seconds: number): boolean =>
    seconds >= nowSeconds - ageMaxSeconds && seconds <= nowSeconds + AHEAD_MAX_SECONDS;
  if (meets(checkpoint, policy, verify, isRecent).met) return [];
  return [alarm('log_silent', `No quorum of witnesses cosigned within ${ageMaxSeconds} seconds.`, note)];
}

/** The entries from one index up to another, from the bundles of a tree of that size. */
async function readEntries(read: ReadLogFile, from: number, size: number): Promise<readonly Uint8Array[]> {
  const entries: Uint8Array[] = [];
  const last = Math.ceil(size / TILE_WIDTH);
  for (let next = Math.floor(from / TILE_WIDTH); next < last; next += BUNDLES_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(BUNDLES_AT_ONCE, last - next) }, (_, one) => next + one);
    const bundles = await Promise.all(numbers.map((number) => readWhole(read, number, size)));
    for (const [one, bundle] of bundles.entries()) {
      entries.push(...bundle.slice(Math.max(0, from - (next + one) * TILE_WIDTH)));
    }
  }
  return entries;
}

/** The entries of one bundle of a tree of that size. */
async function readWhole(read: ReadLogFile, number: number, size: number): Promise<readonly Uint8Array[]> {
  const width = Math.min(TILE_WIDTH, size - number * TILE_WIDTH);
  const bundle = readBundle(await read(tilePath({ level: 'entries', number, width })));
  return bundle.slice(0, width);
}

/** Whether the log's tiles prove that a checkpoint is consistent with the stored place. */
async function continues(
  read: ReadLogFile,
  { size: oldSize, note }: Pick<LogPlace, 'size' | 'note'>,
  { size, root }: LogCheckpoint,
): Promise<boolean> {
  const old = readCheckpoint(note);
  if (old === undefined) return true;
  const proof = await new TileTree(read, size).consistency(oldSize);
  return isConsistent({ oldSize, oldRoot: old.root, size, root, proof });
}
