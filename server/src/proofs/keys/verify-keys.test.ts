/**
 * A statement of a key is valid only with the signatures of the previous key and of the key itself, and only the right key may be
 * the first.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openTapeKey } from '../../quotes/tape-key.ts';
import { openLogSigner } from '../tlog/log-key.ts';
import { checkpointText, signedNote } from '../tlog/note.ts';
import { introduceKey, keyChangeText, stateNextKey } from './key-changes.ts';
import { whyNotNow } from './rotation.ts';
import type { SigningKey } from './signing-key.ts';
import { verifyKeys } from './verify-keys.ts';

const NOW = 1_700_000_000_000;
let database: TestDatabase;
let tape: Pool;
let owner: Pool;

beforeEach(async () => {
  database = await freshDatabase();
  tape = createPool(database.tapeUrl, { max: 1 });
  owner = createPool(database.ownerUrl, { max: 1 });
});
afterEach(async () => {
  await Promise.all([tape.end(), owner.end()]);
  await database.drop();
});

function made(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  };
}
const details = async () => (await verifyKeys(owner)).map(({ detail }) => detail);
const next = { purpose: 'tape', number: 2, sinceMs: NOW + 1 } as const;

test('accepts keys that were introduced and replaced as the server does', async () => {
  const [first, second] = [made(), made()];
  await introduceKey(tape, first, { purpose: 'tape', nowMs: NOW });
  await stateNextKey(owner, { before: first, next: second }, next);
  expect(await details()).toEqual([]);
});

test.each([
  ['that the previous key did not sign', () => made(), undefined, 'is not signed by the key before'],
  ['that the new key did not sign', undefined, () => made(), 'did not sign its own statement'],
] as const)(
  'finds a statement %s, in the audit and at the start of a server',
  async (_, other, forger, found) => {
    const [first, second] = [made(), made()];
    await introduceKey(tape, first, { purpose: 'tape', nowMs: NOW });
    const text = keyChangeText({ ...next, before: first.publicKey, publicKey: second.publicKey });
    await owner.query(
      `insert into signing_key (purpose, number, public_key, since_ms, signed_before, signed) values ('tape', 2, $1, $2, $3, $4)`,
      [
        ...[Buffer.from(second.publicKey), next.sinceMs],
        ...[Buffer.from((other?.() ?? first).sign(text)), Buffer.from((forger?.() ?? second).sign(text))],
      ],
    );
    expect(await details()).toEqual([`key 2 of the tape ${found}`]);
    const folder = mkdtempSync(join(tmpdir(), 'candor-keys-'));
    await expect(openTapeKey(tape, folder, NOW)).rejects.toThrow(`key 2 of the tape ${found}`);
    rmSync(folder, { recursive: true });
  },
);

test('finds a first key with an invented signature', async () => {
  await tape.query('select introduce_key($1, $2, $3, $4)', [
    ...['tape', Buffer.from(made().publicKey), NOW, Buffer.alloc(64, 7)],
  ]);
  expect(await details()).toEqual(['key 1 of the tape is not signed by the key before']);
});

test('rejects a successor with one signature for both keys, and a vault key stated by the serving role', async () => {
  const first = made();
  await introduceKey(tape, first, { purpose: 'tape', nowMs: NOW });
  await expect(
    owner.query(
      `insert into signing_key (purpose, number, public_key, since_ms, signed_before, signed) values ('tape', 2, $1, $2, $3, $3)`,
      [Buffer.from(made().publicKey), NOW, Buffer.alloc(64, 1)],
    ),
  ).rejects.toThrow('the statement of key 2 of the tape is invalid');
  await expect(introduceKey(tape, made(), { purpose: 'vault', nowMs: NOW })).rejects.toThrow(
    'cannot be stated by this role',
  );
  await expect(introduceKey(tape, made(), { purpose: 'log', nowMs: Date.now() + 3_600_000 })).rejects.toThrow(
    'the statement of key 1 of the log is invalid',
  );
});

test('rejects a different first key once a tape is signed', async () => {
  const [signed, thief] = [made(), made()];
  await owner.query(
    `insert into checkpoint (symbol, seq, hash, time_ms, public_key, signature) values ('ledger', 1, sha256(''), 1, $1, $2)`,
    [Buffer.from(signed.publicKey), Buffer.alloc(64)],
  );
  await expect(introduceKey(tape, thief, { purpose: 'tape', nowMs: NOW })).rejects.toThrow(
    'another key has already signed for the tape',
  );
  await introduceKey(tape, signed, { purpose: 'tape', nowMs: NOW });
});

test('rejects a different first key once the log is signed', async () => {
  const [signed, thief] = [made(), made()];
  const root = Buffer.alloc(32, 1);
  await owner.query(
    `insert into tlog_entry (index, kind, key, position, entry, time_ms) values (0, 'app', '', 1, 'x', 1)`,
  );
  await owner.query('insert into tlog_checkpoint (size, root, time_ms, note) values (1, $1, 1, $2)', [
    root,
    signedNote(checkpointText('log.example', 1, root), { ...signed, name: 'log.example' }),
  ]);
  await expect(introduceKey(tape, thief, { purpose: 'log', nowMs: NOW })).rejects.toThrow(
    'another key has already signed for the log',
  );
  await introduceKey(tape, signed, { purpose: 'log', nowMs: NOW });
  const folder = mkdtempSync(join(tmpdir(), 'candor-keys-'));
  await expect(
    openLogSigner(tape, { dataFolder: folder, origin: 'log.example', nowMs: NOW }),
  ).rejects.toThrow(/found none/);
  rmSync(folder, { recursive: true });
});

test('counts the sessions of others even if the owner is not a superuser', async () => {
  const name = `candor_plain_owner_${process.pid}`;
  const admin = new pg.Client({ connectionString: database.ownerUrl });
  await admin.connect();
  await admin.query(`create role ${name} login password '${name}'`);
  const url = new URL(database.ownerUrl);
  url.username = url.password = name;
  const plain = createPool(url.href, { max: 1 });
  try {
    await tape.query('select 1');
    expect(await whyNotNow(plain)).toMatch(/^Stop every server first: \d+ other connections/);
  } finally {
    await plain.end();
    await admin.query(`drop role ${name}`);
    await admin.end();
  }
});
