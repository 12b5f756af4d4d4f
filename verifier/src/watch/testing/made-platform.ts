/** A platform in memory for tests of the watch: a signed log of given entries without witnesses, and answers that a test replaces. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isSignedBy } from '../../crypto.ts';
import { signer } from '../../testing/made-tape.ts';
import type { Signer } from '../../testing/made-tape.ts';
import { checkpointBody } from '../../tlog/checkpoint.ts';
import { leafHash, rootOf } from '../../tlog/merkle.ts';
import { keyId, keyText, signatureLine } from '../../tlog/note.ts';
import { readPolicy } from '../../tlog/policy.ts';
import { tilePath } from '../../tlog/tiles.ts';
import type { Platform, WatchDeps } from '../watch.ts';

const EMPTY_APP = bytesToHex(sha256(new Uint8Array()));
const NAME = 'log.example/made';
const keyOf = ({ publicKey }: Signer) => {
  return { name: NAME, type: 'log', id: keyId(NAME, 'log', publicKey), publicKey } as const;
};

/** The log's files, fewer than 256 entries; they may be signed with a key other than the policy's. */
function filesOf(entries: readonly string[], by: Signer): ReadonlyMap<string, Uint8Array> {
  const leaves = entries.map((text) => utf8ToBytes(text));
  const body = checkpointBody({ origin: NAME, size: entries.length, root: rootOf(leaves.map(leafHash)) });
  const note = `${body}\n${signatureLine(keyOf(by), hexToBytes(by.sign(body)))}`;
  const bundle = leaves.flatMap((leaf) => [leaf.length >> 8, leaf.length & 255, ...leaf]);
  const tile = tilePath({ level: 'entries', number: 0, width: entries.length });
  return new Map([
    ['/log/checkpoint', utf8ToBytes(note)],
    [`/log/${tile}`, Uint8Array.from(bundle)],
    [`/log/app/${EMPTY_APP}`, new Uint8Array()],
  ]);
}

/**
 * The inputs of a watch. The log has the given entries; `answers` replaces the platform's answers, which are otherwise empty.
 * `nowMs` and `by` may be given for time and the log's signer.
 */
export function madePlatform(
  entries: readonly string[],
  answers: Partial<Platform> = {},
  { nowMs = () => 0, by = signer() }: { readonly nowMs?: () => number; readonly by?: Signer } = {},
): WatchDeps {
  const policy = readPolicy(`log ${keyText(keyOf(signer()))}\nquorum none\n`);
  if ('violation' in policy) throw new Error(policy.violation);
  const files = filesOf(entries, by);
  const platform: Platform = {
    file: (path) => {
      const bytes = files.get(path);
      return bytes === undefined ? Promise.reject(new Error(`500 at ${path}`)) : Promise.resolve(bytes);
    },
    asBrowser: () => Promise.reject(new Error('500')),
    tape: () => Promise.resolve([]),
    heads: () => Promise.resolve([]),
    keys: () => Promise.resolve([]),
    terms: () => Promise.resolve([]),
    halts: () =>
      Promise.resolve({ pauses: { pauses: [], next: null }, voids: { days: [] }, freezes: { freezes: [] } }),
    isDemo: () => Promise.resolve(true),
    fills: () => Promise.resolve({ lists: [], nextRoot: null }),
    ...answers,
  };
  const limits = { lateMaxMs: 60_000, graceMs: 0, pagesAgain: 0, random: () => 0 };
  return { platform, policy, verify: isSignedBy, nowMs, ...limits };
}
