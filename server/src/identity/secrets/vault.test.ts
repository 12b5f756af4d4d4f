/** The vault opens data only for the purpose for which it was sealed, and only the owner can read the file of its key. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import { readVaultKey, vaultKey } from './vault-key.ts';
import { checkVaultKey } from './open-vault.ts';
import { Vault } from './vault.ts';

const vault = new Vault(Buffer.alloc(32, 7));

describe('sealed data', () => {
  it('opens to the same bytes', () => {
    for (const text of ['', 'Müller', '𝔁'.repeat(5000)]) {
      expect(vault.open(vault.seal(text, 'kyc 1'), 'kyc 1').toString()).toBe(text);
    }
  });

  it('differs each time and contains nothing of the plaintext', () => {
    const [one, other] = [vault.seal('a secret text', 'x'), vault.seal('a secret text', 'x')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('secret')).toBe(false);
  });

  it('does not open for another purpose or with another key', () => {
    const sealed = vault.seal('4111', 'card 100001');
    expect(() => vault.open(sealed, 'card 100002')).toThrow(/authenticate/);
    expect(() => new Vault(Buffer.alloc(32, 8)).open(sealed, 'card 100001')).toThrow(/authenticate/);
  });

  it('does not open after a bit was changed or the end was cut off', () => {
    const sealed = vault.seal('4111', 'card');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, 'card')).toThrow(/authenticate|head of key|bytes sealed for/);
      expect(() => vault.open(sealed.subarray(0, at), 'card')).toThrow(
        /authenticate|head of key|bytes sealed for/,
      );
    }
  });
});

it('reports the unexpected head of data that names an unknown key', () => {
  const sealed = vault.seal('4111', 'card');
  sealed[0] = (sealed[0] ?? 0) ^ 1;
  const found = sealed.subarray(0, 1).toString('hex');
  expect(() => vault.open(sealed, 'card')).toThrow(
    `expected data for "card" to begin with the head of key 1 or the one before, found "${found}"`,
  );
});

it('returns equal keyed hashes only for the same text, purpose and key', () => {
  const one = vault.keyed('GB passport 123', 'number');
  expect(vault.keyed('GB passport 123', 'number')).toEqual(one);
  expect(vault.keyed('GB passport 124', 'number')).not.toEqual(one);
  expect(vault.keyed('GB passport 123', 'other')).not.toEqual(one);
  expect(vault.keyed('rGB', 'numbe')).not.toEqual(vault.keyed('GB', 'number'));
  expect(new Vault(Buffer.alloc(32, 8)).keyed('GB passport 123', 'number')).not.toEqual(one);
});

it('rejects a key that is not 32 bytes long', () => {
  expect(() => new Vault(Buffer.alloc(16))).toThrow(/32 bytes/);
});

describe('the vault key', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'candor vault-'));
  afterAll(() => rmSync(dataFolder, { recursive: true }));

  it('is created once, readable only by its owner', () => {
    expect(() => readVaultKey({ given: undefined, dataFolder })).toThrow(/VAULT_KEY/);
    const made = vaultKey({ given: undefined, dataFolder, isSealed: false });
    const path = join(dataFolder, 'keys', 'vault.key');
    expect([made.length, statSync(path).mode & 0o777]).toEqual([32, 0o600]);
    expect(vaultKey({ given: undefined, dataFolder, isSealed: false })).toEqual(made);
    expect(readVaultKey({ given: undefined, dataFolder })).toEqual(made);
    expect(readFileSync(path, 'utf8')).toBe(`${made.toString('base64')}\n`);
  });

  it('is not created in place of the one that sealed the database', () => {
    const fresh = join(dataFolder, 'fresh');
    expect(() => vaultKey({ given: undefined, dataFolder: fresh, isSealed: true })).toThrow(
      /vault's key in .*vault\.key, found none.*bank cards.*Restore the file from a backup/,
    );
    expect(existsSync(fresh)).toBe(false);
  });

  it('is taken from the environment if given', () => {
    const given = Buffer.alloc(32, 9);
    expect(vaultKey({ given, dataFolder, isSealed: true })).toBe(given);
    expect(readVaultKey({ given, dataFolder: '/nowhere' })).toBe(given);
  });

  it('is rejected if its file does not contain 32 bytes', () => {
    writeFileSync(join(dataFolder, 'keys', 'vault.key'), 'short');
    expect(() => vaultKey({ given: undefined, dataFolder, isSealed: false })).toThrow(/32 bytes/);
  });
});

describe('the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('accepts only the key it was sealed with', async () => {
    const pool = createPool(database.url, { max: 2 });
    await Promise.all([checkVaultKey(pool, vault), checkVaultKey(pool, vault)]);
    await checkVaultKey(pool, new Vault(Buffer.alloc(32, 7)));
    await expect(checkVaultKey(pool, new Vault(Buffer.alloc(32, 8)))).rejects.toThrow(/VAULT_KEY/);
    await pool.end();
  });
});
