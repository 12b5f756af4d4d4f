/** Proofs that an entry is in a log: read back as written, and rejected for another entry, place, log or quorum. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedBy } from '../crypto.ts';
import { checkpointBody } from './checkpoint.ts';
import { keyId, keyText, signatureLine } from './note.ts';
import type { NoteKey } from './note.ts';
import { readPolicy } from './policy.ts';
import { checkProof, proofText, readProof } from './proof.ts';
import { madeLog } from './testing/made-log.ts';
import { TileTree } from './tiles.ts';

const SIZE = 21;
const INDEX = 13;
const log = madeLog(SIZE);

function keyOf(name: string, type: NoteKey['type']) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const hex = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  return { secret: privateKey, key: { name, type, id: keyId(name, type, hex), publicKey: hex } };
}
const origin = keyOf('log.example/candor', 'log');
const witness = keyOf('witness.example', 'witness');

function policyOf(text: string) {
  const read = readPolicy(text);
  if ('violation' in read) throw new Error(read.violation);
  return { policy: read, verify: isSignedBy };
}
const unwitnessed = policyOf(`log ${keyText(origin.key)}\nquorum none\n`);

async function textOf(index: number): Promise<string> {
  const body = checkpointBody({ origin: origin.key.name, size: SIZE, root: log.root(SIZE) });
  const note = `${body}\n${signatureLine(origin.key, sign(null, Buffer.from(body), origin.secret))}`;
  const hashes = await new TileTree(log.read(SIZE), SIZE).inclusion(INDEX);
  return proofText({ index, hashes, extra: Uint8Array.of(1, 2) }, note);
}

test('accepts the entry at its place, and reads back the extra data', async () => {
  const proof = readProof(await textOf(INDEX));
  expect(proof).toMatchObject({ index: INDEX, extra: Uint8Array.of(1, 2) });
  expect(proof && checkProof(proof, log.entry(INDEX), unwitnessed)).toBe('proved');
});

test('rejects another entry, another place, another log, and too few witnesses', async () => {
  const [proof, moved] = [readProof(await textOf(INDEX)), readProof(await textOf(INDEX + 1))];
  expect(proof && checkProof(proof, log.entry(INDEX + 1), unwitnessed)).toBe('not_included');
  expect(moved && checkProof(moved, log.entry(INDEX), unwitnessed)).toBe('not_included');
  const other = policyOf(`log ${keyText(keyOf('log.example/candor', 'log').key)}\nquorum none\n`);
  expect(proof && checkProof(proof, log.entry(INDEX), other)).toBe('other_log');
  const demanding = policyOf(`log ${keyText(origin.key)}\nwitness w ${keyText(witness.key)}\nquorum w\n`);
  expect(proof && checkProof(proof, log.entry(INDEX), demanding)).toBe('unwitnessed');
});

test.each([
  ['another header', (text: string) => text.replace('@v1', '@v2')],
  ['no index', (text: string) => text.replace(/^index .*\n/m, '')],
  ['an index with a leading zero', (text: string) => text.replace('index ', 'index 0')],
  ['a hash that is not Base64', (text: string) => text.replace(/^(index .*\n)./m, '$1!')],
])('rejects a proof with %s as malformed', async (_, change) => {
  expect(readProof(change(await textOf(INDEX)))).toBeUndefined();
});
