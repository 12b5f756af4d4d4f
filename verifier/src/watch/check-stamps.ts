/**
 * Checks the time stamps of a log: each must be of a checkpoint that the log still continues, signed by an authority of the policy
 * at about the time at which the witnesses cosigned it, and must come as often as the platform promised.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { SignatureCheck } from '../crypto.ts';
import { policyOfAllTimes } from '../keys/followed-policy.ts';
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { isConsistent } from '../tlog/merkle.ts';
import { meets } from '../tlog/policy.ts';
import type { Policy } from '../tlog/policy.ts';
import { TileTree } from '../tlog/tiles.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { Logged } from './logged.ts';
import type { LoggedPolicy, LoggedStamp, LoggedStamps } from './logged-stamps.ts';

/**
 * Returns the time by which a text existed according to an authority's answer, or why the answer proves nothing; `anchors`
 * has trusted certificates in PEM.
 */
export type StampCheck = (
  answer: Uint8Array,
  text: Uint8Array,
  anchors: string,
) =>
  | { readonly timeMs: number; readonly accuracyMs: number; readonly authority: string }
  | { readonly violation: string };

/** How a watch checks time stamps. */
export type StampChecking = {
  readonly check: StampCheck;
  /** Certificates in PEM that the stranger trusts instead of those of the platform's policy. */
  readonly anchors?: string | undefined;
};

export type StampSource = StampChecking & {
  /** Reads a file of the log by its path below `/log/`. */
  readonly read: (path: string) => Promise<Uint8Array>;
  readonly policy: Policy;
  readonly verify: SignatureCheck;
  /** The newest accepted checkpoint, with its signatures. */
  readonly note: string;
};

/** A valid stamp: the checkpoint of `size` entries existed by `timeMs`. */
export type CheckedStamp = LoggedStamp & { readonly authority: string; readonly accuracyMs: number };

/** The maximum difference between an authority's clock and the witnesses' clocks. */
const CLOCKS_DIFFER_MAX_MS = 300_000;
/** How long after its last cosignature a checkpoint may be stamped. */
const STAMPED_WITHIN_MS = 600_000;
const EVERY = /^every ([1-9]\d{0,6}|0\.\d{1,3})$/m;
const TEXT = new TextDecoder();

/** Checks one stamp with its files; returns it if it is valid, and adds to `found` otherwise. */
export async function checkStamp(
  source: StampSource,
  { stamp, stamps }: { readonly stamp: LoggedStamp; readonly stamps: LoggedStamps },
  found: Alarm[],
): Promise<CheckedStamp | undefined> {
  const { number, size, timeMs } = stamp;
  const [answer, noteBytes] = await Promise.all(
    ['tsr', 'note'].map((kind) => source.read(`stamps/${number}.${kind}`)),
  );
  if (answer === undefined || noteBytes === undefined) return undefined;
  const note = TEXT.decode(noteBytes);
  const add = (kind: 'stamp_differs' | 'stamp_forked' | 'stamp_late', why: string): undefined => {
    found.push(alarm(kind, `Time stamp ${number} ${why}.`, note, bytesToHex(answer)));
  };
  if (bytesToHex(sha256(answer)) !== stamp.hash) return add('stamp_differs', 'is not the one in the log');
  const policy = stamps.policyOf(stamp);
  const anchors = source.anchors ?? (policy && (await readStampPolicy(source.read, policy)))?.text;
  if (anchors === undefined)
    return add('stamp_differs', 'belongs to a policy that is not the one in the log');
  const checked = source.check(answer, noteBytes, anchors);
  if ('violation' in checked) return add('stamp_differs', `proves nothing: ${checked.violation}`);
  if (checked.timeMs !== timeMs) return add('stamp_differs', 'has another time than the log says');
  const checkpoint = readCheckpoint(note);
  if (checkpoint?.size !== size) return add('stamp_differs', `is not of a checkpoint of ${size} entries`);
  const { met, cosigned } = meets(checkpoint, source.policy, source.verify);
  if (!met) return add('stamp_differs', 'is of a checkpoint that the log and its witnesses did not sign');
  if (!(await isPartOf(source, checkpoint)))
    return add('stamp_forked', `is of a checkpoint of ${size} entries that the log does not continue`);
  const times = [...cosigned.values()].map((seconds) => seconds * 1000);
  if (times.length > 0 && timeMs < Math.max(...times) - CLOCKS_DIFFER_MAX_MS)
    return add('stamp_differs', 'is from before the cosignatures that it covers: clocks disagree');
  if (times.length > 0 && timeMs > Math.max(...times) + STAMPED_WITHIN_MS)
    return add('stamp_late', 'was made long after the witnesses cosigned the checkpoint');
  return { ...stamp, authority: checked.authority, accuracyMs: checked.accuracyMs };
}

/** Returns the text of a policy; undefined if it differs from the one in the log. */
export async function readStampPolicy(
  read: StampSource['read'],
  { number, hash }: LoggedPolicy,
): Promise<{ readonly text: string; readonly everyMs: number | undefined } | undefined> {
  const bytes = await read(`stamps/policy/${number}.pem`);
  if (bytesToHex(sha256(bytes)) !== hash) return undefined;
  const text = TEXT.decode(bytes);
  const every = EVERY.exec(text)?.[1];
  return { text, everyMs: every === undefined ? undefined : Number(every) * 1000 };
}

async function isPartOf(
  { read, note }: StampSource,
  old: { readonly size: number; readonly root: Uint8Array },
): Promise<boolean> {
  const newest = readCheckpoint(note);
  if (newest === undefined || newest.size < old.size) return false;
  const proof = await new TileTree(read, newest.size).consistency(old.size);
  return isConsistent({ oldSize: old.size, oldRoot: old.root, size: newest.size, root: newest.root, proof });
}

/** How late a stamp may come, since the authority may be busy. */
const GRACE_MS = 900_000;

/** The maximum number of new stamps that one round checks, so that the first round on an old platform ends. */
const AT_ONCE_MAX = 200;

type Deps = Pick<StampSource, 'policy' | 'verify'> & {
  readonly platform: { readonly file: (path: string) => Promise<Uint8Array> };
  readonly nowMs: () => number;
  readonly random: (below: number) => number;
  readonly stamps?: StampChecking;
};

/** The checks of time stamps by a watch, round by round. */
export class StampsWatch {
  readonly #logged: Pick<Logged, 'stamps' | 'keys'>;
  readonly #deps: Deps;
  #checked = 0;

  constructor(logged: Pick<Logged, 'stamps' | 'keys'>, deps: Deps) {
    this.#logged = logged;
    this.#deps = deps;
  }

  /**
   * Checks the new stamps, one of the old ones again, and whether one is missing. `note` is the newest accepted checkpoint.
   */
  async round(note: string | undefined, found: Alarm[]): Promise<void> {
    const { stamps: checking, platform, policy, verify, random, nowMs } = this.#deps;
    const { stamps, keys } = this.#logged;
    if (checking === undefined || note === undefined) return;
    const source: StampSource = {
      ...{ ...checking, note, verify, policy: policyOfAllTimes(policy, keys, verify) },
      read: (path) => platform.file(`/log/${path}`),
    };
    const old = this.#checked > 0 ? stamps.all[random(this.#checked)] : undefined;
    if (old !== undefined) await checkStamp(source, { stamp: old, stamps }, found);
    for (const stamp of stamps.all.slice(this.#checked, this.#checked + AT_ONCE_MAX)) {
      // oxlint-disable-next-line no-await-in-loop -- one that differs is read again in every round
      if ((await checkStamp(source, { stamp, stamps }, found)) === undefined) break;
      this.#checked += 1;
    }
    await missingStamp(source.read, { stamps, nowMs: nowMs() }, found);
  }
}

/** Whether the newest stamp is older than the policy in effect allows. */
async function missingStamp(
  read: StampSource['read'],
  { stamps, nowMs }: { readonly stamps: LoggedStamps; readonly nowMs: number },
  found: Alarm[],
): Promise<void> {
  const { policy } = stamps;
  if (policy === undefined) return;
  const promised = await readStampPolicy(read, policy);
  if (promised === undefined) {
    found.push(alarm('stamp_differs', `Policy ${policy.number} of time stamps is not the one in the log.`));
    return;
  }
  if (promised.everyMs === undefined) return;
  if (policy.sinceMs > nowMs + GRACE_MS) {
    found.push(alarm('stamp_policy_changed', `Policy ${policy.number} of time stamps is dated ahead.`));
    return;
  }
  const lastMs = Math.max(policy.sinceMs, stamps.all.at(-1)?.timeMs ?? 0);
  if (nowMs - lastMs <= 2 * promised.everyMs + GRACE_MS) return;
  const detail = `The newest time stamp is from ${new Date(lastMs).toISOString()}, and one is promised every ${promised.everyMs / 1000} seconds.`;
  found.push(alarm('stamp_missing', detail));
}
