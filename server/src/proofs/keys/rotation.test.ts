/** A key is replaced by one that it signed for. After a crash at any moment, exactly one key signs, and its file exists. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { isSignedBy } from '../../../../verifier/src/crypto.ts';
import { followKeys } from '../../../../verifier/src/keys/follow-keys.ts';
import type { KeyChange } from '../../../../verifier/src/keys/follow-keys.ts';
import { readCheckpoint, isSignedByLog } from '../../../../verifier/src/tlog/checkpoint.ts';
import { readKey } from '../../../../verifier/src/tlog/note.ts';
import { readEntry } from '../../../../verifier/src/watch/entries.ts';
import { rotateHere } from '../../cli/rotating.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openTapeKey } from '../../quotes/tape-key.ts';
import { appendToLog } from '../tlog/log.ts';
import { openLogSigner, publicLogKey } from '../tlog/log-key.ts';
import { statedKeys } from './key-changes.ts';
import { rotateSigningKey } from './rotation.ts';

const NOW = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const purposes = ['tape', 'log'] as const;
let database: TestDatabase;
let owner: Pool;
let folder: string;

beforeEach(async () => {
  database = await freshDatabase();
  owner = createPool(database.ownerUrl, { max: 1 });
  folder = mkdtempSync(join(tmpdir(), 'candor rotate-'));
});
afterEach(async () => {
  await owner.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const open = {
  tape: () => openTapeKey(owner, folder, NOW),
  log: (nowMs = NOW) => openLogSigner(owner, { dataFolder: folder, origin: undefined, nowMs }),
};
const fileOf = (purpose: 'tape' | 'log') => join(folder, `${purpose}-signing-key.pem`);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const rotate = (purpose: 'tape' | 'log', record: () => Promise<void> = () => Promise.resolve()) =>
  rotateSigningKey({ pool: owner, folder, purpose, sinceMs: NOW + 1, record });

/** Returns the key changes as the log publishes them. */
async function logged(): Promise<readonly KeyChange[]> {
  await appendToLog(owner, await open.log(), NOW);
  const { rows } = await owner.query<{ entry: string }>(
    `select entry from tlog_entry where kind = 'key' order by index`,
  );
  return rows.flatMap(({ entry }) => {
    const read = readEntry(entry);
    return read?.kind === 'key' ? [read.change] : [];
  });
}

describe.each(purposes)('the key of the %s', (purpose) => {
  test('leads to the new key through the logged statement, and no longer signs', async () => {
    const before = await open[purpose]();
    const stated = await rotate(purpose);
    const after = await open[purpose]();
    expect(hex(after.publicKey)).toBe(hex(stated.publicKey));
    expect(hex(after.publicKey)).not.toBe(hex(before.publicKey));
    const followed = followKeys(hex(before.publicKey), await logged(), { purpose, verify: isSignedBy });
    expect(followed).toEqual([
      { publicKey: hex(before.publicKey), untilMs: NOW + 1 },
      { publicKey: hex(after.publicKey), untilMs: undefined },
    ]);
  });

  test('is refused if its file predates the rotation, and the new key is refused if the database predates it', async () => {
    await open[purpose]();
    const old = readFileSync(fileOf(purpose));
    await rotate(purpose);
    const renewed = readFileSync(fileOf(purpose));
    writeFileSync(fileOf(purpose), old);
    await expect(open[purpose]()).rejects.toThrow(/found another.*Restore the file/);
    // A database that was rolled back lists only the first key.
    await owner.query('set session_replication_role = replica');
    await owner.query('delete from signing_key where number = 2');
    await owner.query('set session_replication_role = default');
    writeFileSync(fileOf(purpose), renewed);
    await expect(open[purpose]()).rejects.toThrow(/found another.*Restore the file/);
  });

  test('stays current if the change fails before it is published, and a later change succeeds', async () => {
    const before = await open[purpose]();
    await expect(rotate(purpose, () => Promise.reject(new Error('power failure')))).rejects.toThrow(
      'power failure',
    );
    expect(existsSync(`${fileOf(purpose)}.next`)).toBe(true);
    expect(hex((await open[purpose]()).publicKey)).toBe(hex(before.publicKey));
    await rotate(purpose);
    expect(await statedKeys(owner, purpose)).toHaveLength(2);
  });

  test('is the new key if the change is interrupted between stating it and renaming its file', async () => {
    await open[purpose]();
    const old = readFileSync(fileOf(purpose));
    const stated = await rotate(purpose);
    renameSync(fileOf(purpose), `${fileOf(purpose)}.next`);
    writeFileSync(fileOf(purpose), old);
    expect(hex((await open[purpose]()).publicKey)).toBe(hex(stated.publicKey));
    expect(existsSync(`${fileOf(purpose)}.next`)).toBe(false);
  });

  test('is not replaced if its file is lost', async () => {
    await open[purpose]();
    rmSync(fileOf(purpose));
    await expect(rotate(purpose)).rejects.toThrow(/found none/);
    expect(await statedKeys(owner, purpose)).toHaveLength(1);
  });
});

describe('a log with a new key', () => {
  test('keeps its name, and both keys sign for seven days, so that a verifier who knows either key accepts the log', async () => {
    const before = await open.log();
    const oldKey = readKey((await publicLogKey(owner, undefined)) ?? '');
    await appendToLog(owner, before, NOW);
    await rotate('log');
    const signer = await open.log();
    const newKey = readKey((await publicLogKey(owner, undefined)) ?? '');
    expect([signer.name, newKey?.name, oldKey?.name]).toEqual([before.name, before.name, before.name]);
    await appendToLog(owner, signer, NOW);
    const { rows } = await owner.query<{ note: string }>(
      'select note from tlog_checkpoint order by size desc',
    );
    const [newest, oldest] = rows.map(({ note }) => readCheckpoint(note));
    if (newest === undefined || oldest === undefined || oldKey === undefined || newKey === undefined)
      throw new Error('expected checkpoints and keys, found none');
    const signed = [newest, oldest].map((one) =>
      [oldKey, newKey].map((key) => isSignedByLog(one, key, isSignedBy)),
    );
    expect(signed).toEqual([
      [true, true],
      [true, false],
    ]);
    expect((await open.log(NOW + 6 * DAY_MS)).before).toBeDefined();
    expect((await open.log(NOW + 8 * DAY_MS)).before).toBeUndefined();
    // This also deletes the old key, so setting the clock back can't restore it.
    expect((await open.log(NOW + 6 * DAY_MS)).before).toBeUndefined();
  });
});

describe('the command “key rotate”', () => {
  const here = () => ({ folder, ownerUrl: database.ownerUrl, now: () => NOW });

  test('replaces the key and leaves the owner’s record in the operators’ log', async () => {
    const before = await open.tape();
    await owner.end();
    const result = await rotateHere(here(), { kind: 'key rotate', purpose: 'tape' });
    owner = createPool(database.ownerUrl, { max: 1 });
    const after = await open.tape();
    expect(result).toMatchObject({ done: true, text: expect.stringContaining(hex(after.publicKey)) });
    const { rows } = await owner.query(
      `select operator, subject, before, after from audit where action = 'key.rotate'`,
    );
    expect(rows).toEqual([
      {
        ...{ operator: 'bootstrap', subject: 'platform:key:tape' },
        before: JSON.stringify({ key: hex(before.publicKey) }),
        after: JSON.stringify({ number: 2, key: hex(after.publicKey) }),
      },
    ]);
    expect((await statedKeys(owner, 'tape'))[1]?.sinceMs).toBeGreaterThan(NOW);
  });

  test('refuses while a server may continue with the old key', async () => {
    await open.tape();
    const result = await rotateHere(here(), { kind: 'key rotate', purpose: 'tape' });
    expect(result).toEqual({ done: false, text: expect.stringContaining('Stop every server first') });
    expect(await statedKeys(owner, 'tape')).toHaveLength(1);
  });
});

test('lets only the owner of the database record a replaced key', async () => {
  for (const url of [database.doorUrl, database.appUrl]) {
    const role = createPool(url, { max: 1 });
    const record = role.query(
      `insert into audit (time_ms, operator, role, action, subject, before, after)
        values (1, 'bootstrap', 'admin', 'key.rotate', 'platform:key:tape', '{}', '{}')`,
    );
    await expect(record).rejects.toThrow(/is not signed/);
    await role.end();
  }
});
