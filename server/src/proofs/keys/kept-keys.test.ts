/**
 * The keys that sign for the platform. A key is created only for a database for which nothing was signed yet, and a lost key is
 * not replaced.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { isSignedBy } from '../../../../verifier/src/crypto.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openTapeKey, publicTapeKey } from '../../quotes/tape-key.ts';
import { leadLog } from '../tlog/leading-log.ts';
import { openLogSigner, publicLogKey } from '../tlog/log-key.ts';
import { checkpointText, signedNote } from '../tlog/note.ts';
import { keyChangeText, statedKeys } from './key-changes.ts';
import { demandTapeKey } from './kept-keys.ts';
import type { KeyPurpose } from './key-changes.ts';
import { openSigningKey } from './signing-key.ts';

const NOW = 1_700_000_000_000;
let database: TestDatabase;
let pool: Pool;
let owner: Pool;
let folder: string;
let fresh: string;

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.tapeUrl, { max: 2 });
  owner = createPool(database.ownerUrl, { max: 1 });
  folder = mkdtempSync(join(tmpdir(), 'candor keys-'));
  fresh = mkdtempSync(join(tmpdir(), 'candor keys-'));
});
afterEach(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
  rmSync(folder, { recursive: true });
  rmSync(fresh, { recursive: true });
});

const FILES = { tape: 'tape-signing-key.pem', log: 'log-signing-key.pem' } as const;
const open = {
  tape: (from: string) => openTapeKey(pool, from, NOW),
  log: (from: string) => openLogSigner(pool, { dataFolder: from, origin: undefined, nowMs: NOW }),
};

test('rejects receipts from a machine whose key is not the newest of the tape', async () => {
  await open.tape(folder);
  await expect(demandTapeKey(pool, folder)).resolves.toBeUndefined();
  await expect(demandTapeKey(pool, fresh)).resolves.toBeUndefined();
  openSigningKey(join(fresh, FILES.tape));
  await expect(demandTapeKey(pool, fresh)).rejects.toThrow(/found another/);
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe.each(['tape', 'log'] as const)('the key of the %s', (purpose) => {
  const file = FILES[purpose];

  test('is created for a fresh database, signed by itself as the first key, and read again later', async () => {
    const made = await open[purpose](folder);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect((await open[purpose](folder)).publicKey).toEqual(made.publicKey);
    const [first, ...more] = await statedKeys(pool, purpose);
    if (first === undefined) throw new Error('expected a stated key, found none');
    const text = keyChangeText({ ...first, before: first.publicKey });
    expect([first.number, hex(first.publicKey), more]).toEqual([1, hex(made.publicKey), []]);
    expect(isSignedBy(hex(first.signed), text, hex(made.publicKey))).toBe(true);
  });

  test('is not created again if its file is lost, as on a new machine with the same database', async () => {
    await open[purpose](folder);
    await expect(open[purpose](fresh)).rejects.toThrow(
      new RegExp(`key of the ${purpose} in ${join(fresh, file)}, found none.*Restore the file from a backup`),
    );
    expect(existsSync(join(fresh, file))).toBe(false);
  });

  test('is refused if it is a different key, and accepted again once the file is restored', async () => {
    const right = await open[purpose](folder);
    openSigningKey(join(fresh, file));
    await expect(open[purpose](fresh)).rejects.toThrow(/found another.*Restore the file/);
    copyFileSync(join(folder, file), join(fresh, file));
    expect((await open[purpose](fresh)).publicKey).toEqual(right.publicKey);
  });

  test('is created by only one of two machines that start together', async () => {
    const settled = await Promise.allSettled([open[purpose](folder), open[purpose](fresh)]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const files = [folder, fresh].map((one) => existsSync(join(one, file)));
    expect(new Set(files)).toEqual(new Set([false, true]));
    expect(await statedKeys(pool, purpose)).toHaveLength(1);
  });
});

describe('a database of an earlier release, which stated no keys', () => {
  test('demands the key that signed its tape', async () => {
    const key = openSigningKey(join(folder, FILES.tape));
    await owner.query(
      `insert into checkpoint (symbol, seq, hash, time_ms, public_key, signature)
        values ('ledger', 1, sha256(''), 1, $1, $2)`,
      [Buffer.from(key.publicKey), Buffer.alloc(64)],
    );
    await expect(open.tape(fresh)).rejects.toThrow(/found none.*has signed heads of tapes/);
    expect(existsSync(join(fresh, FILES.tape))).toBe(false);
    expect((await open.tape(folder)).publicKey).toEqual(key.publicKey);
    expect(await statedKeys(pool, 'tape')).toHaveLength(1);
  });

  test('demands the key and the name of its log', async () => {
    const { name, ...key } = await signedLog();
    await expect(open.log(fresh)).rejects.toThrow(/found none.*a transparency log of 1 entries/);
    openSigningKey(join(fresh, FILES.log));
    await expect(open.log(fresh)).rejects.toThrow(/found another/);
    expect(await open.log(folder)).toMatchObject({ name, publicKey: key.publicKey });
    const renamed = openLogSigner(pool, { dataFolder: folder, origin: 'other.example', nowMs: NOW });
    await expect(renamed).rejects.toThrow(/expected the transparency log to keep its name/);
  });
});

/** Writes a log with one signed entry, without a stated key. */
async function signedLog() {
  const key = openSigningKey(join(folder, FILES.log));
  const name = `demo.candor/${hex(key.publicKey.subarray(0, 4))}`;
  const root = Buffer.alloc(32, 1);
  await owner.query(
    `insert into tlog_entry (index, kind, key, position, entry, time_ms) values (0, 'app', '', 1, 'x', 1)`,
  );
  await owner.query('insert into tlog_checkpoint (size, root, time_ms, note) values (1, $1, 1, $2)', [
    root,
    signedNote(checkpointText(name, 1, root), { ...key, name }),
  ]);
  return { ...key, name };
}

test('starts no new witnesses for a log whose own witnesses are lost', async () => {
  await owner.query(
    `insert into tlog_witness (name, vkey, url, own) values ('x/w1', 'x/w1+1+a', 'http://x', true)`,
  );
  const leading = leadLog({
    ...{ pool, dataFolder: folder, origin: undefined, witnesses: 'own' },
    ...{ now: () => NOW, wallNow: () => NOW, report: () => undefined },
  });
  await expect(leading).rejects.toThrow(/folder “witnesses”.*Restore it from a backup/);
  expect(existsSync(join(folder, 'witnesses'))).toBe(false);
});

describe('a process that only answers requests', () => {
  test('knows the public keys from the database alone', async () => {
    const door = createPool(database.doorUrl, { max: 1 });
    try {
      expect(await publicLogKey(door, undefined)).toBeUndefined();
      const [tape, log] = [await open.tape(folder), await open.log(folder)];
      const shown = await publicTapeKey(door);
      expect(shown.publicKey).toEqual(tape.publicKey);
      expect(() => shown.sign('x')).toThrow(/expected the leader/);
      expect(await publicLogKey(door, undefined)).toContain(`${log.name}+`);
    } finally {
      await door.end();
    }
  });
});

describe('the database', () => {
  const first = 'select introduce_key($1, $2, 1, $3)';
  const later = `insert into signing_key (purpose, number, public_key, since_ms, signed_before, signed)
    values ($1, 2, $2, 2, $3, sha512($3))`;
  const values = (purpose: KeyPurpose, byte: number) => [purpose, Buffer.alloc(32, byte), Buffer.alloc(64)];

  test('lets no serving role state a second key, or change one', async () => {
    await pool.query(first, values('tape', 1));
    await pool.query(first, values('tape', 2));
    expect((await statedKeys(pool, 'tape')).map(({ publicKey }) => publicKey[0])).toEqual([1]);
    for (const url of [database.tapeUrl, database.doorUrl, database.appUrl, database.url]) {
      const role = createPool(url, { max: 1 });
      await expect(role.query(later, values('tape', 3))).rejects.toThrow(/permission denied/);
      await expect(role.query('delete from signing_key')).rejects.toThrow(/permission denied/);
      await role.end();
    }
    const door = createPool(database.doorUrl, { max: 1 });
    await expect(door.query(first, values('log', 1))).rejects.toThrow(/permission denied/);
    await door.end();
  });

  test('keeps stated keys, and adds a key only as the successor of the previous one', async () => {
    await owner.query(first, values('tape', 1));
    await owner.query(later, values('tape', 2));
    await expect(owner.query(later, values('tape', 3))).rejects.toThrow(/does not follow key 2/);
    await expect(owner.query(later, values('log', 3))).rejects.toThrow(/does not follow/);
    await expect(owner.query('update signing_key set since_ms = 9')).rejects.toThrow(
      /append-only|only added/i,
    );
  });
});
