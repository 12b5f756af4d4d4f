/** The witnesses' time of a checkpoint: one witness with a wrong clock neither accuses the platform nor covers for it. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { isSignedBy } from '../crypto.ts';
import { signer } from '../testing/made-tape.ts';
import type { Signer } from '../testing/made-tape.ts';
import { checkpointBody } from '../tlog/checkpoint.ts';
import { keyId, keyText, signatureLine } from '../tlog/note.ts';
import type { NoteKey } from '../tlog/note.ts';
import { readPolicy } from '../tlog/policy.ts';
import { witnessedMs } from './check-receipts.ts';

const keyOf = ({ publicKey }: Signer, name: string, type: NoteKey['type']): NoteKey => ({
  ...{ name, type, id: keyId(name, type, publicKey), publicKey },
});
const log = { by: signer(1), key: keyOf(signer(1), 'log.example', 'log') };
const witnesses = [2, 3, 4].map((byte) => ({
  by: signer(byte),
  key: keyOf(signer(byte), `w${byte}.example`, 'witness'),
}));

function policyOf(quorum: string) {
  const lines = witnesses.map(({ key }, at) => `witness w${at} ${keyText(key)}`);
  const policy = readPolicy(
    [`log ${keyText(log.key)}`, ...lines, 'group two 2 w0 w1 w2', `quorum ${quorum}`, ''].join('\n'),
  );
  if ('violation' in policy) throw new Error(policy.violation);
  return policy;
}

function noteOf(seconds: readonly number[]): string {
  const body = checkpointBody({ origin: 'log.example', size: 1, root: new Uint8Array(32) });
  const lines = seconds.map((time, at) => {
    const { by, key } = witnesses[at] ?? log;
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(time));
    const signature = hexToBytes(by.sign(`cosignature/v1\ntime ${time}\n${body}`));
    return signatureLine(key, Buffer.concat([bytes, signature]));
  });
  return `${body}\n${[signatureLine(log.key, hexToBytes(log.by.sign(body))), ...lines].join('')}`;
}

test.each<[string, string, readonly number[], number | undefined]>([
  ['agree', 'two', [100, 100, 100], 100],
  ['include one that is slow', 'two', [100, 5, 99], 99],
  ['include one that is fast', 'two', [100, 900, 99], 100],
  ['are exactly enough', 'two', [100, 90], 90],
  ['are too few', 'two', [100], undefined],
  ['are not demanded', 'none', [100, 90], 90],
  ['are not demanded and absent', 'none', [], undefined],
])('returns the time that a quorum states if the witnesses %s', (_, quorum, seconds, said) => {
  const ms = witnessedMs(noteOf(seconds), policyOf(quorum), isSignedBy);
  expect(ms).toBe(said === undefined ? undefined : said * 1000);
});
