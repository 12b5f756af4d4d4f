import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { readLogFile } from './files.ts';
import { appendToLog } from './log.ts';
import { stateManifest } from './manifest.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.ownerUrl, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('shows the newest logged manifest as text, and no page before a manifest is logged', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const signer = {
    ...{ name: 'made.example/log', publicKey: new Uint8Array(32) },
    sign: (text: string) => sign(null, Buffer.from(text), privateKey),
  };
  const page = async () => String((await readLogFile(pool, 'app.html', 0))?.body);
  await stateManifest(pool, `${'a'.repeat(64)}  old.js\n`, { nowMs: 1, reason: undefined });
  // The manifest takes effect only once it is in the log.
  expect(await page()).toBe('undefined');
  await appendToLog(pool, signer, 2);
  expect(await page()).toContain('old.js');
  await stateManifest(pool, `${'b'.repeat(64)}  <new>.js\n`, { nowMs: 3, reason: undefined });
  await appendToLog(pool, signer, 4);
  expect(await page()).toContain('&lt;new&gt;.js');
  expect(await page()).not.toContain('old.js');
});

test('serves older files again only with a reason, which is logged', async () => {
  const [older, newer] = [`${'c'.repeat(64)}  one.js\n`, `${'d'.repeat(64)}  two.js\n`];
  const state = (text: string, reason?: string) => stateManifest(pool, text, { nowMs: 5, reason });
  await state(older);
  await state(newer, 'A reason that counts for nothing.');
  await expect(state(older)).rejects.toThrow('is older than one served before');
  await state(older, 'Orders were lost on slow phones.');
  await state(older);
  const { rows } = await pool.query<{ text: string }>('select text from tlog_due_manifests(10)');
  const hash = createHash('sha256').update(older).digest('hex');
  expect(rows.map(({ text }) => text)).toEqual([
    `candor-app-v1|${hash}`,
    `candor-app-v1|${createHash('sha256').update(newer).digest('hex')}`,
    `candor-app-rollback-v1|${hash}|5|Orders were lost on slow phones.`,
  ]);
  const again = (reason: string | null) =>
    pool.query(
      `insert into tlog_manifest (number, hash, text, time_ms, reason)
        select max(number) + 1, sha256(convert_to($1, 'UTF8')), $1, 6, $2 from tlog_manifest`,
      [newer, reason],
    );
  await expect(again(null)).rejects.toThrow('a rollback of the app needs a reason');
  await expect(again('short')).rejects.toThrow('tlog_manifest_reason_check');
});
