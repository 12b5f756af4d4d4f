/** Finds a change, removal or insertion of a journal in a sealed range, even if the database owner made it. */
import { generateKeyPairSync, sign } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../server/src/db/pool.ts';
import type { Pool } from '../server/src/db/pool.ts';
import { openDemoHouse } from '../server/src/ledger/book.ts';
import { verifySeals } from '../server/src/ledger/seals.ts';
import { sealLedger } from '../server/src/quotes/ledger-seal.ts';

let database: TestDatabase;
let app: Pool;
let tape: Pool;
let owner: pg.Client;
const pair = generateKeyPairSync('ed25519');
const key = {
  publicKey: Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
  sign: (text: string) => sign(null, Buffer.from(text), pair.privateKey),
};

beforeAll(async () => {
  database = await freshDatabase();
  app = createPool(database.appUrl, { max: 1 });
  tape = createPool(database.tapeUrl, { max: 1 });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await openDemoHouse(app, ['BTC']);
  await sealLedger(tape, key);
  await app.query(
    `insert into audit (time_ms, operator, role, action, subject) values (1, 'ada', 'admin', 'denied', 'y')`,
  );
  await sealLedger(tape, key);
});
afterAll(async () => {
  await owner.end();
  await Promise.all([app.end(), tape.end()]);
  await database.drop();
});

test('finds no violation in sealed journals, and creates no new root if there are no new journals', async () => {
  const sealed = await verifySeals(app);
  expect(sealed).toMatchObject({ breaches: [], number: 2n, unsealed: 0 });
  await sealLedger(tape, key);
  expect((await verifySeals(app)).root).toBe(sealed.root);
});

test.each([
  [
    'a changed amount',
    `update journal set amounts = (select array_agg(a * 2) from unnest(amounts) a) where seq = 1`,
    /book 0 up to 2/,
  ],
  ['a changed time', `update journal set time_ms = time_ms + 1 where seq = 2`, /book 0 up to 2/],
  ['a removed journal', 'delete from journal where seq = 2', /0\/2 was sealed and is not there|book 0/],
  [
    'a journal inserted into a sealed range',
    `insert into journal select book, 0, kind, ref, time_ms, slot, accounts, currencies, amounts from journal where seq = 2`,
    /book 0 up to/,
  ],
  ['a recomputed chain', `update journal_seal set hash = sha256(hash)`, /root 1 is not of what it covers/],
  [
    'a recomputed root',
    `update ledger_seal set root = sha256(root) where number = 1`,
    /root 1 is not of what it covers/,
  ],
  ['a removed root', 'delete from ledger_seal where number = 1', /root 1 is missing/],
  ['a changed record of the log', `update audit set hash = sha256(hash)`, /another record 1/],
  [
    'a changed signature',
    `update checkpoint set signature = public_key || public_key where symbol = 'ledger'`,
    /root 1 is not signed/,
  ],
])('finds %s, even if the owner made the change', async (_, change, says) => {
  await owner.query(
    'begin; set local session_replication_role = replica; alter table journal drop constraint journal_seq_check',
  );
  try {
    await owner.query(change);
    const { breaches } = await verifySeals(owner);
    expect(breaches.map(({ detail }) => detail).join('\n')).toMatch(says);
  } finally {
    await owner.query('rollback');
  }
});

test('denies sealing to the role that accepts orders', async () => {
  await expect(app.query('select * from seal_ledger(1)')).rejects.toThrow(/permission denied/);
  await expect(app.query('insert into ledger_seal select * from ledger_seal')).rejects.toThrow(
    /permission denied/,
  );
  await expect(tape.query('insert into journal_seal select * from journal_seal')).rejects.toThrow(
    /permission denied/,
  );
});
