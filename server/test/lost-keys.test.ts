/** A server that is started on its database without one of its key files names the file and does not start. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { serve } from '../src/app/serve.ts';
import { readConfig } from '../src/config/config.ts';

const FILES = ['keys/vault.key', 'log-signing-key.pem', 'tape-signing-key.pem'];
let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'candor lost-'));
const old = join(folder, 'old');
const fresh = join(folder, 'fresh');

beforeAll(async () => {
  database = await freshDatabase();
  await start(old);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Starts a server and stops it again. */
async function start(data: string): Promise<void> {
  const options = [
    '--data',
    data,
    '--port',
    '0',
    '--console-port',
    '0',
    '--witness',
    'none',
    '--seed',
    'walk',
  ];
  const read = readConfig(options, {
    ...{ DATABASE_URL: database.appUrl, DATABASE_TAPE_URL: database.tapeUrl },
    ...{ DATABASE_DOOR_URL: database.doorUrl, DATABASE_OWNER_URL: database.ownerUrl },
    DATABASE_GUARD_URL: database.guardUrl,
  });
  if (read.kind !== 'run') throw new Error(`expected a configuration, found ${JSON.stringify(read)}`);
  const { config } = read;
  const serving = await serve(
    { ...config, feed: { ...config.feed, history: false } as never },
    () => undefined,
  );
  await serving.stop();
}

test('a server does not start on its database with a fresh data folder until each key file is restored', async () => {
  const names = ['vault', 'log', 'tape'];
  for (const [at, file] of FILES.entries()) {
    await expect(start(fresh), file).rejects.toThrow(
      new RegExp(
        `expected the (?:vault's key|key of the ${names[at]}) in ${join(fresh, file)}, found none.*backup`,
      ),
    );
    expect(FILES.filter((one) => existsSync(join(fresh, one)))).toEqual(FILES.slice(0, at));
    mkdirSync(dirname(join(fresh, file)), { recursive: true });
    copyFileSync(join(old, file), join(fresh, file));
  }
  await start(fresh);
});
