/** Time stamps of a log: how a platform could stamp late, withhold or replace a stamp, or take one from another history. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { signer } from '../testing/made-tape.ts';
import { checkpointBody } from '../tlog/checkpoint.ts';
import { leafHash, rootOf } from '../tlog/merkle.ts';
import { cosignature, cosignedText, keyId, signatureLine } from '../tlog/note.ts';
import type { NamedKey } from '../tlog/policy.ts';
import type { StampCheck } from './check-stamps.ts';
import { madePlatform } from './testing/made-platform.ts';
import { Watch } from './watch.ts';

const MINUTE_MS = 60_000;
const T = 1_800_000_000_000;
const POLICY = 'every 3600\nauthority https://tsa.example\n';
const witness = signer(7);
const WITNESS: NamedKey = {
  ...{ name: 'w', type: 'witness', publicKey: witness.publicKey },
  id: keyId('w', 'witness', witness.publicKey),
};
const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
const POLICY_ENTRY = `candor-stamp-policy-v1|1|${T}|${hashOf(POLICY)}`;
const APP = `candor-app-v1|${'0'.repeat(64)}`;

/**
 * Replaces an authority's signature: the answer is the time and the hash of the text, and `nobody` is an untrusted
 * authority.
 */
const check: StampCheck = (answer, text, anchors) => {
  const [time = '', hash, by] = new TextDecoder().decode(answer).split(' ');
  if (hash !== bytesToHex(sha256(text))) return { violation: 'it covers another text' };
  if (by === 'nobody' || !anchors.includes('tsa')) return { violation: 'it leads to no trusted one' };
  return { timeMs: Number(time), accuracyMs: 0, authority: 'tsa' };
};

type Change = {
  /** The entries of the stamped checkpoint; by default the first two of the log. */
  readonly stamped?: readonly string[];
  readonly cosignedMs?: number;
  readonly stampedMs?: number;
  /** The values in the answer, and in the log, that replace the honest ones. */
  readonly answer?: string;
  readonly said?: Partial<{ number: number; policy: number; size: number; timeMs: number; hash: string }>;
  readonly note?: (note: string) => string;
  readonly more?: readonly string[];
  readonly policyText?: string;
  readonly nowMs?: number;
  readonly signedBy?: ReturnType<typeof signer>;
};

/** The kinds of alarms of a watch at a platform with one stamp. */
async function alarmsOf(change: Change = {}): Promise<readonly string[]> {
  const { cosignedMs = T + MINUTE_MS, stampedMs = T + 2 * MINUTE_MS, nowMs = T + 10 * MINUTE_MS } = change;
  const stamped = change.stamped ?? [POLICY_ENTRY, APP];
  const body = checkpointBody({
    ...{ origin: 'log.example/made', size: stamped.length },
    root: rootOf(stamped.map((text) => leafHash(utf8ToBytes(text)))),
  });
  const by = change.signedBy ?? signer();
  const [log] = madePlatform([]).policy.logs;
  if (log === undefined) throw new Error('expected a log');
  const seconds = cosignedMs / 1000;
  const note = (change.note ?? ((text: string) => text))(
    `${body}\n${signatureLine(log, hexToBytes(by.sign(body)))}${signatureLine(
      WITNESS,
      cosignature(seconds, witness.sign(cosignedText(body, seconds))),
    )}`,
  );
  const answer = change.answer ?? `${stampedMs} ${hashOf(note)}`;
  const said = {
    ...{ number: 1, policy: 1, size: stamped.length, timeMs: stampedMs, hash: hashOf(answer) },
    ...change.said,
  };
  const entry = `candor-stamp-v1|${said.number}|${said.policy}|${said.size}|${said.timeMs}|${said.hash}`;
  const entries = [POLICY_ENTRY, APP, entry, ...(change.more ?? [])];
  const made = madePlatform(entries, {}, { nowMs: () => nowMs });
  const files = new Map([
    ['/log/stamps/1.tsr', answer],
    ['/log/stamps/1.note', note],
    ['/log/stamps/policy/1.pem', change.policyText ?? POLICY],
  ]);
  const file = async (path: string): Promise<Uint8Array> => {
    const text = files.get(path);
    if (text !== undefined) return utf8ToBytes(text);
    const isTile = path.startsWith('/log/tile/0/');
    return isTile
      ? Uint8Array.from(entries.flatMap((one) => [...leafHash(utf8ToBytes(one))]))
      : made.platform.file(path);
  };
  const policy = { ...made.policy, witnesses: new Map([['w', WITNESS]]) };
  const watch = new Watch({ ...made, policy, platform: { ...made.platform, file }, stamps: { check } });
  const alarms = await watch.round();
  return alarms.filter(({ kind }) => kind.startsWith('stamp')).map(({ kind }) => kind);
}

test('raises no alarm about a stamp of a checkpoint that the log continues', async () => {
  expect(await alarmsOf()).toEqual([]);
});

test.each<[string, string, Change]>([
  ['the log continues another history', 'stamp_forked', { stamped: [POLICY_ENTRY, `${APP.slice(0, -1)}1`] }],
  ['another key than the log’s signed the checkpoint', 'stamp_differs', { signedBy: signer(9) }],
  ['the authority stamped another text', 'stamp_differs', { answer: `${T} ${hashOf('x')}` }],
  [
    'the checkpoint was edited after the stamp',
    'stamp_differs',
    { note: (text) => `${text}— x AAAAAAAA\n`, answer: `${T} ${'0'.repeat(64)}` },
  ],
  [
    'an untrusted authority stamped the checkpoint',
    'stamp_differs',
    { answer: `${T} ${hashOf('x')} nobody` },
  ],
  ['the answer is not the logged one', 'stamp_differs', { said: { hash: '0'.repeat(64) } }],
  ['the log states another time', 'stamp_differs', { said: { timeMs: T } }],
  ['the policy is not the logged one', 'stamp_differs', { policyText: 'every 9\nauthority tsa\n' }],
  ['the stamp is from before the cosignatures', 'stamp_differs', { cosignedMs: T + 9 * MINUTE_MS }],
  ['the stamp is from long after the cosignatures', 'stamp_late', { cosignedMs: T - 20 * MINUTE_MS }],
  ['no stamp came for hours', 'stamp_missing', { nowMs: T + 180 * MINUTE_MS }],
  ['the stamp covers itself', 'stamps_conflict', { said: { size: 3 } }],
  ['a stamp was left out', 'stamps_conflict', { said: { number: 2 } }],
  ['the stamp belongs to no policy', 'stamps_conflict', { said: { policy: 2 } }],
  [
    'time goes back',
    'stamps_conflict',
    { more: [`candor-stamp-v1|2|1|2|${T - 9 * MINUTE_MS}|${hashOf('x')}`] },
  ],
  [
    'the log goes back',
    'stamps_conflict',
    { more: [`candor-stamp-v1|2|1|1|${T + 9 * MINUTE_MS}|${hashOf('x')}`] },
  ],
  [
    'the platform chose another authority',
    'stamp_policy_changed',
    { more: [`candor-stamp-policy-v1|2|${T + 9 * MINUTE_MS}|${hashOf('x')}`] },
  ],
])('raises, if %s, the alarm %s', async (_, kind, change) => {
  expect(await alarmsOf(change)).toContain(kind);
});
