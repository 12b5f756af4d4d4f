/** A device that keeps the newest root of a log: what it accepts next, and the contradictions that it finds. */
import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedBy } from '../crypto.ts';
import { keyChangeText } from '../keys/follow-keys.ts';
import type { KeyChange } from '../keys/follow-keys.ts';
import { checkpointBody } from './checkpoint.ts';
import { keyId, keyText, signatureLine } from './note.ts';
import type { NoteKey } from './note.ts';
import { rememberLog, stateOf } from './remembered-log.ts';
import type { KeptLog } from './remembered-log.ts';
import { madeLog } from './testing/made-log.ts';
import type { MadeLog } from './testing/made-log.ts';

type Party = { readonly secret: KeyObject; readonly key: NoteKey };

function partyOf(name: string, type: NoteKey['type']): Party {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const hex = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  return { secret: privateKey, key: { name, type, id: keyId(name, type, hex), publicKey: hex } };
}

const log = partyOf('log.example/candor', 'log');
const witnesses = ['a', 'b', 'c'].map((name) => partyOf(`${name}.example`, 'witness'));
const POLICY = [
  `log ${keyText(log.key)}`,
  ...witnesses.map(({ key }, at) => `witness w${at} ${keyText(key)}`),
  'group all 2 w0 w1 w2',
  'quorum all',
  '',
].join('\n');
const honest = madeLog(600);

function cosignature({ secret, key }: Party, body: string): string {
  const seconds = Buffer.alloc(8);
  seconds.writeBigUInt64BE(1_800_000_000n);
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1800000000\n${body}`), secret);
  return signatureLine(key, Buffer.concat([seconds, signature]));
}

type Shown = { readonly size: number; readonly of?: MadeLog; readonly by?: Party; readonly count?: number };

/** The files of a platform that shows a log of a given size, cosigned by some of the witnesses. */
function files({ size, of = honest, by = log, count = 2 }: Shown) {
  const body = checkpointBody({ origin: by.key.name, size, root: of.root(size) });
  const lines = [signatureLine(by.key, sign(null, Buffer.from(body), by.secret))];
  const note = [body, ...lines, ...witnesses.slice(0, count).map((one) => cosignature(one, body))];
  const text = `${note[0] ?? ''}\n${note.slice(1).join('')}`;
  const read = (path: string) =>
    path === 'policy' || path === 'checkpoint'
      ? Promise.resolve(new TextEncoder().encode(path === 'policy' ? POLICY : text))
      : of.read(size)(path);
  return { read, verify: isSignedBy };
}

async function keptAt(size: number): Promise<KeptLog> {
  const { kept, findings } = await rememberLog(files({ size }), undefined);
  if (kept === undefined) throw new Error(`expected a log to keep, found ${findings[0]?.code}`);
  return kept;
}

test.each([
  [1, 600],
  [255, 257],
  [300, 300],
  [256, 512],
])('keeps a log of %s entries, and accepts a log of %s entries that continues it', async (before, size) => {
  const { kept, findings } = await rememberLog(files({ size }), await keptAt(before));
  expect(findings).toEqual([]);
  expect(kept === undefined ? undefined : stateOf(kept, isSignedBy)).toEqual({
    ...{ size, witnesses: 3 },
    cosigned: new Map([
      ['w0', 1_800_000_000],
      ['w1', 1_800_000_000],
    ]),
  });
});

const other = madeLog(600, 'forged');

test.each<[string, Shown, string]>([
  ['is smaller', { size: 299 }, 'log_shrunk'],
  ['has another history', { size: 400, of: other }, 'log_forked'],
  ['has another root of the same size', { size: 300, of: other }, 'log_forked'],
  ['is signed with another key', { size: 400, by: partyOf('log.example/candor', 'log') }, 'log_unsigned'],
  ['has too few witnesses', { size: 400, count: 1 }, 'log_unwitnessed'],
])('reports a log that %s, and keeps the older log', async (_, shown, code) => {
  const before = await keptAt(300);
  const { kept, findings } = await rememberLog(files(shown), before);
  expect(findings.map((one) => one.code)).toEqual([code]);
  expect(kept).toBe(before);
});

test('accepts a new key of the log only by a statement that the kept key signed', async () => {
  const next = partyOf('log.example/candor', 'log');
  const thief = partyOf('log.example/candor', 'log');
  const statement = (by: Party): KeyChange => {
    const change = {
      ...{ purpose: 'log' as const, number: 2, before: log.key.publicKey, publicKey: next.key.publicKey },
      sinceMs: 1_800_000_000_000,
    };
    const text = keyChangeText({ ...change, signedBefore: '', signed: '' });
    const signature = ({ secret }: Party) => sign(null, Buffer.from(text), secret).toString('hex');
    return { ...change, signedBefore: signature(by), signed: signature(next) };
  };
  const before = await keptAt(300);
  const shown = files({ size: 400, by: next });
  const after = async (change: KeyChange) =>
    rememberLog({ ...shown, keyChanges: () => Promise.resolve([change]) }, before);
  expect((await after(statement(log))).findings).toEqual([]);
  expect((await after(statement(thief))).findings.map(({ code }) => code)).toEqual(['log_unsigned']);
});

test('ignores a policy other than the one of the first check', async () => {
  const before = await keptAt(300);
  const { read, verify } = files({ size: 400, count: 0 });
  const lax = (path: string) =>
    path === 'policy'
      ? Promise.resolve(new TextEncoder().encode(`log ${keyText(log.key)}\nquorum none\n`))
      : read(path);
  const { findings } = await rememberLog({ read: lax, verify }, before);
  expect(findings.map(({ code }) => code)).toEqual(['log_unwitnessed']);
});
