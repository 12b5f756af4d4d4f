import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
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

test('shows the newest logged manifest, as text, and nothing before there is one', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const signer = {
    ...{ name: 'made.example/log', publicKey: new Uint8Array(32) },
    sign: (text: string) => sign(null, Buffer.from(text), privateKey),
  };
  const page = async () => String((await readLogFile(pool, 'app.html', 0))?.body);
  await stateManifest(pool, `${'a'.repeat(64)}  old.js\n`, 1);
  // It counts once it is in the log.
  expect(await page()).toBe('undefined');
  await appendToLog(pool, signer, 2);
  expect(await page()).toContain('old.js');
  await stateManifest(pool, `${'b'.repeat(64)}  <new>.js\n`, 3);
  await appendToLog(pool, signer, 4);
  expect(await page()).toContain('&lt;new&gt;.js');
  expect(await page()).not.toContain('old.js');
});
