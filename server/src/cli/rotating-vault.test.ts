/** Replacing the vault's key: all sealed data opens at every moment, even after a crash, and afterwards only with the new key. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { isSignedBy } from '../../../verifier/src/crypto.ts';
import { followKeys } from '../../../verifier/src/keys/follow-keys.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { newestGeneration, openVault } from '../identity/secrets/open-vault.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { statedKeys } from '../proofs/keys/key-changes.ts';
import { SEALED_COLUMNS } from './resealing.ts';
import { rotateHere } from './rotating.ts';
import { rotateVaultKey } from './rotating-vault.ts';

const NOW = 1_700_000_000_000;
const ROWS = 25;
let database: TestDatabase;
let owner: Pool;
let folder: string;

beforeEach(async () => {
  database = await freshDatabase();
  owner = createPool(database.ownerUrl, { max: 1 });
  folder = mkdtempSync(join(tmpdir(), 'candor vault-'));
});
afterEach(async () => {
  await owner.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const keyFile = () => join(folder, 'keys', 'vault.key');
const open = async (given?: Buffer, from = folder): Promise<Vault> =>
  (await openVault(owner, { given, dataFolder: from, mayCreate: true })).vault;
const rotate = (pool: Pool = owner, given?: Buffer, next?: Buffer) =>
  rotateVaultKey({ pool, folder, given, next, nowMs: NOW, record: () => Promise.resolve() });

/** Seals a row in each sealed column, and more images than one transaction processes. */
async function seal(vault: Vault): Promise<void> {
  const insert = (text: string, values: readonly unknown[]) => owner.query(text, [...values]);
  const file = (number: number) => number.toString(16).padStart(32, '0');
  await owner.query('set session_replication_role = replica');
  await insert('insert into authenticator (customer, sealed_secret) values (7, $1)', [
    vault.seal('totp', 'authenticator 7'),
  ]);
  await insert(
    `insert into operator (account, role, person, password_hash, sealed_totp_secret, created_ms)
      values ('zoe', 'admin', 'Zoe', 'x', $1, 1)`,
    [vault.seal('totp', 'operator authenticator zoe')],
  );
  for (let number = 0; number < ROWS; number += 1) {
    const id = file(number);
    // oxlint-disable-next-line no-await-in-loop -- one connection, which takes one statement at a time
    await insert(
      `insert into stored_file (id, customer, purpose, digest, sealed, mime, width, height, stored_ms)
        values ($1, 7, 'kyc', $2, $3, 'image/png', 1, 1, 1)`,
      [id, vault.keyed(id, 'upload'), vault.seal(`image ${number}`, `file ${id} 7`)],
    );
  }
  await insert(
    `insert into kyc_application (book, id, status, country, certificate_type, sealed, number_key, front, back, submitted_ms)
      values (7, 1, 'under_review', 'DE', 'passport', $1, 'x', $2, $3, 5)`,
    [vault.seal('name', `kyc 7 ${file(0)} ${file(1)} 5`), file(0), file(1)],
  );
  await insert(
    `insert into chat_picture (id, conversation, sealed, mime, width, height, stored_ms)
      values ($1, 3, $2, 'image/jpeg', 1, 1, 1)`,
    [file(9), vault.seal('picture', `chat picture ${file(9)} 3`)],
  );
  await insert(
    `insert into bank_card (book, bound_ms, sealed, shown, payee_country) values (7, 1, $1, $2, 'DE')`,
    [vault.seal('card', 'bank card 7'), '{}'],
  );
  await insert("insert into push_key (id, public_key, sealed_private_key) values (1, 'p', $1)", [
    vault.seal('private', 'push key'),
  ]);
  await owner.query('set session_replication_role = default');
}

/** Returns all sealed data, opened. Throws if a row does not open. */
async function opened(vault: Vault): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { table, column, purpose } of SEALED_COLUMNS) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await owner.query<{ purpose: string; sealed: Buffer }>(
      `select ${purpose} as purpose, ${column} as sealed from ${table} where ${column} is not null`,
    );
    texts.push(...rows.map((row) => vault.open(row.sealed, row.purpose).toString()));
  }
  return texts.toSorted();
}

test('covers every sealed column of the database', async () => {
  const { rows } = await owner.query<{ of: string }>(
    `select table_name || '.' || column_name as of from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name ~ 'sealed' order by 1`,
  );
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ of }) => of),
  );
});

test('opens everything with the new key, keeps the keyed hashes, and leaves nothing sealed with the old key', async () => {
  const before = await open();
  await seal(before);
  const [texts, hash, old] = [await opened(before), before.keyed('x', 'y'), readFileSync(keyFile())];
  expect(await rotate()).toMatchObject({
    done: true,
    text: expect.stringMatching(/31 rows again with key 2 /),
  });
  const after = await open();
  expect(await opened(after)).toEqual(texts);
  expect(after.keyed('x', 'y')).toEqual(hash);
  expect(after.fingerprint).not.toEqual(before.fingerprint);
  await expect(opened(before)).rejects.toThrow();
  expect((await newestGeneration(owner))?.sealingBefore).toBeNull();
  const second = readFileSync(keyFile());
  expect(await rotate()).toMatchObject({ text: expect.stringMatching(/with key 3 /) });
  expect([1, 2].map((number) => readFileSync(`${keyFile()}.before-${number}`))).toEqual([old, second]);
  expect(await opened(await open())).toEqual(texts);
  const changed = await owner.query(
    "select from pg_trigger where not tgisinternal and tgenabled <> 'O' and tgrelid = any ($1::regclass[])",
    [SEALED_COLUMNS.map(({ table }) => table)],
  );
  expect(changed.rowCount).toBe(0);
});

describe('rejects at startup', () => {
  test('the old key, a missing key and any other key, and names the key that is needed', async () => {
    await seal(await open());
    const old = readFileSync(keyFile(), 'utf8');
    await rotate();
    const made = readFileSync(keyFile(), 'utf8');
    writeFileSync(keyFile(), old);
    await expect(open()).rejects.toThrow(/was replaced: this database needs key 2, and this is an older one/);
    await expect(open(Buffer.from(old, 'base64'))).rejects.toThrow(/needs key 2/);
    await expect(open(Buffer.alloc(32, 9))).rejects.toThrow(/not the one with which this database sealed/);
    const empty = join(folder, 'empty');
    await expect(open(undefined, empty)).rejects.toThrow(/found none.*Restore the file/);
    expect(existsSync(empty)).toBe(false);
    writeFileSync(keyFile(), made);
    expect(await opened(await open())).toHaveLength(ROWS + 6);
  });

  test('the new key on a restored earlier database, which the old key opens if it was kept', async () => {
    const texts = await (async () => {
      await seal(await open());
      return opened(await open());
    })();
    const backup = await freshDatabase();
    try {
      const fingerprint = await owner.query<{ fingerprint: Buffer }>('select fingerprint from vault_key');
      const restored = createPool(backup.ownerUrl, { max: 1 });
      await restored.query('insert into vault_key (fingerprint) values ($1)', [
        fingerprint.rows[0]?.fingerprint,
      ]);
      await rotate();
      const from = { given: undefined, dataFolder: folder, mayCreate: true };
      await expect(openVault(restored, from)).rejects.toThrow(/not the one with which/);
      const kept = Buffer.from(readFileSync(`${keyFile()}.before-1`, 'utf8'), 'base64');
      await openVault(restored, { ...from, given: kept });
      await restored.end();
    } finally {
      await backup.drop();
    }
    expect(await opened(await open())).toEqual(texts);
  });
});

/** Returns a pool whose connection breaks at one statement: either before the statement is sent, or before its answer arrives. */
function dying(at: number, when: 'before' | 'after'): Pool {
  let statement = 0;
  const deadly =
    (query: (...args: readonly unknown[]) => Promise<unknown>) =>
    async (...args: readonly unknown[]) => {
      statement += 1;
      if (statement > at || (statement === at && when === 'before')) throw new Error('killed');
      const answer = await query(...args);
      if (statement === at) throw new Error('killed');
      return answer;
    };
  const wrapped = (target: object): object =>
    new Proxy(target, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name);
        if (name === 'query' && typeof value === 'function') return deadly(value.bind(of) as never);
        if (name === 'connect' && typeof value === 'function')
          return async () => wrapped(await (value.bind(of) as () => Promise<object>)());
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  return wrapped(createPool(database.ownerUrl, { max: 1 })) as Pool;
}

test.each(['before', 'after'] as const)(
  'if killed %s the answer to any statement, leaves one key that opens everything, and the next run completes the rotation',
  async (when) => {
    await seal(await open());
    const texts = await opened(await open());
    let generation = 1;
    for (let at = 1; ; at += at < 14 ? 1 : 3) {
      const pool = dying(at, when);
      // oxlint-disable no-await-in-loop -- a run at a time
      const result = await rotate(pool).catch((error: Error) => error);
      await pool.end();
      expect(await opened(await open())).toEqual(texts);
      const newest = await newestGeneration(owner);
      if (!(result instanceof Error)) break;
      expect(result.message).toMatch(/killed|ended|terminated|expected/i);
      if (newest !== undefined && newest.number > generation) {
        expect((await rotate()).done).toBe(true);
        const finished = await newestGeneration(owner);
        // If the killed run had already completed its last statement, the next run has replaced the key once more.
        expect(finished?.number).toBe(newest.number + Number(newest.sealingBefore === null));
        expect(finished?.sealingBefore).toBeNull();
        generation = finished?.number ?? 0;
      }
      expect(at).toBeLessThan(200);
      // oxlint-enable no-await-in-loop
    }
    expect(generation).toBeGreaterThan(5);
    expect(await opened(await open())).toEqual(texts);
  },
  120_000,
);

test('replaces a given key with another given key, even after a crash', async () => {
  const [given, next] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
  await seal(await open(given));
  expect(await rotate(owner, given)).toMatchObject({
    done: false,
    text: expect.stringMatching(/VAULT_KEY_NEXT/),
  });
  expect(await rotate(owner, given, given)).toMatchObject({ done: false });
  const pool = dying(22, 'after');
  await expect(rotate(pool, given, next)).rejects.toThrow();
  await pool.end();
  expect((await newestGeneration(owner))?.number).toBe(2);
  expect((await rotate(owner, given, next)).done).toBe(true);
  expect(await opened(await open(next))).toHaveLength(ROWS + 6);
  await expect(open(given)).rejects.toThrow(/needs key 2/);
  expect(existsSync(keyFile())).toBe(false);
});

test('aborts the rotation at a row that does not open, without losing any data', async () => {
  const vault = await open();
  await seal(vault);
  await owner.query('update push_key set sealed_private_key = $1', [vault.seal('x', 'other purpose')]);
  await expect(rotate()).rejects.toThrow();
  expect((await newestGeneration(owner))?.sealingBefore).not.toBeNull();
  await owner.query('update push_key set sealed_private_key = $1', [(await open()).seal('x', 'push key')]);
  expect((await rotate()).done).toBe(true);
  expect(await opened(await open())).toContain('x');
});

test('rejects data that a running server seals with an old key after a rotation', async () => {
  const before = await open();
  await seal(before);
  await rotate();
  const after = await open();
  await rotate();
  const write = (vault: Vault) =>
    owner.query('update push_key set sealed_private_key = $1', [vault.seal('private', 'push key')]);
  for (const vault of [before, after])
    // oxlint-disable-next-line no-await-in-loop
    await expect(write(vault)).rejects.toThrow('is not sealed with key 3 of the vault');
  expect((await write(await open())).rowCount).toBe(1);
  const { rows } = await owner.query<{ of: string }>(
    `select event_object_table || '.' || substring(action_statement from '''(.*)''') as of from information_schema.triggers
      where trigger_name like '%_zz_current_key' group by 1 order by 1`,
  );
  expect(rows.map(({ of }) => of)).toEqual(
    SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
});

test('records the next key only after in-flight transactions that seal data have ended', async () => {
  const before = await open();
  await seal(before);
  const server = createPool(database.ownerUrl, { max: 1 });
  const sealing = await server.connect();
  await sealing.query('begin');
  await sealing.query('update push_key set sealed_private_key = $1', [before.seal('late', 'push key')]);
  const rotated = rotate();
  await vi.waitFor(async () => {
    const waiting = await sealing.query("select from pg_locks where locktype = 'advisory' and not granted");
    expect(waiting.rowCount).toBe(1);
  });
  await sealing.query('commit');
  sealing.release();
  await server.end();
  expect((await rotated).done).toBe(true);
  expect(await opened(await open())).toContain('late');
});

test('records the command in the operators’ log, and both keys sign the change', async () => {
  await seal(await open());
  await owner.end();
  const done = await rotateHere(
    { folder, ownerUrl: database.ownerUrl, now: () => NOW },
    { kind: 'key rotate', purpose: 'vault' },
  );
  owner = createPool(database.ownerUrl, { max: 1 });
  expect(done).toMatchObject({ done: true });
  const { rows } = await owner.query<{ action: string; subject: string }>(
    'select action, subject from audit order by seq desc limit 1',
  );
  expect(rows).toEqual([{ action: 'key.rotate', subject: 'platform:key:vault' }]);
  const hex = (bytes: Buffer): string => bytes.toString('hex');
  const changes = (await statedKeys(owner, 'vault')).map((one, at, all) => ({
    ...{ purpose: one.purpose, number: one.number, sinceMs: one.sinceMs, publicKey: hex(one.publicKey) },
    ...{ signedBefore: hex(one.signedBefore), signed: hex(one.signed) },
    before: hex((all[at - 1] ?? one).publicKey),
  }));
  const followed = followKeys(changes[0]?.publicKey ?? '', changes, { purpose: 'vault', verify: isSignedBy });
  expect(followed).toHaveLength(2);
});

test('lets no serving role record or change a key of the vault', async () => {
  await seal(await open());
  await rotate();
  for (const url of [database.url, database.appUrl, database.doorUrl, database.tapeUrl]) {
    const role = createPool(url, { max: 1 });
    for (const text of ['update vault_generation set sealing_before = null', 'delete from vault_generation'])
      // oxlint-disable-next-line no-await-in-loop
      await expect(role.query(text)).rejects.toThrow(/permission denied/);
    // oxlint-disable-next-line no-await-in-loop
    await role.end();
  }
  await expect(owner.query("update vault_generation set hashing = 'x'")).rejects.toThrow(
    /of the vault cannot change/,
  );
});
