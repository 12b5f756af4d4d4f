/**
 * Play money and real money never mix: a live platform rejects the database of a demo, and a demo rejects that of a live
 * platform.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { readConfig } from '../config/config.ts';
import { createPool } from '../db/pool.ts';
import { Vault } from '../identity/secrets/vault.ts';
import { openDemoHouse } from '../ledger/book.ts';
import { storedItems } from './live-checklist.ts';
import { serve } from './serve.ts';

async function database() {
  const made = await freshDatabase();
  const pool = createPool(made.url, { max: 4 });
  const owner = new pg.Pool({ connectionString: made.ownerUrl, max: 1 });
  owner.on('error', () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await owner.end();
    await made.drop();
  });
  return { ...made, pool, owner };
}

const met = async ({ pool }: Awaited<ReturnType<typeof database>>, code: string) =>
  (await storedItems(pool, new Vault(Buffer.alloc(32, 7)))).find((item) => item.code === code)?.met;

test('rejects live mode on a database in which a demo has run', async () => {
  const at = await database();
  expect(await met(at, 'no_play_money')).toBe(true);
  await openDemoHouse(at.pool, ['BTC']);
  expect(await met(at, 'no_play_money')).toBe(false);
});

test('rejects a demo on the database of a live platform without creating play money or example operators in it', async () => {
  const at = await database();
  await at.owner.query(
    `insert into operator (account, role, person, password_hash, created_ms) values ('kim', 'admin', 'Kim', '', 0)`,
  );
  const data = mkdtempSync(join(tmpdir(), 'candor demo-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const read = readConfig(['--port', '0', '--data', data], {
    DATABASE_URL: at.url,
    DATABASE_OWNER_URL: at.ownerUrl,
  });
  if (read.kind !== 'run') throw new Error('expected valid options, found an error');
  const started = serve(read.config, () => undefined).then(async (serving) => {
    await serving.stop();
    return 'it started';
  });
  await expect(started).rejects.toThrow(/live platform.*--mode live/);
  const found = await at.pool.query('select o.account from operator o');
  expect(found.rows).toEqual([{ account: 'kim' }]);
  expect(await met(at, 'no_play_money')).toBe(true);
});
