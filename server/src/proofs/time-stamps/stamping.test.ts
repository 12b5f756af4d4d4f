/** How an authority stamps checkpoints of the log, and which of its answers are stored. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { openTimeStampAuthority } from '@candor/testing/time-stamp-authority.ts';
import type { Manner, TimeStampAuthority } from '@candor/testing/time-stamp-authority.ts';
import { checkToken } from '../../../../verifier/src/time-stamp/check-token.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { signedNote } from '../tlog/note.ts';
import { readStampFile } from './files.ts';
import { statePolicy } from './policy.ts';
import { Authority, stampLog } from './stamping.ts';

const HOUR_MS = 3_600_000;
let tsa: TimeStampAuthority;
let database: TestDatabase;
let pool: Pool;
let owner: Pool;

beforeAll(async () => {
  tsa = await openTimeStampAuthority();
});
afterAll(() => tsa.close());
beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.tapeUrl, { max: 2 });
  owner = createPool(database.ownerUrl, { max: 1 });
  tsa.answer();
});
afterEach(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

const NOTE = signedNote('log.example\n1\nroot\n', {
  ...{ name: 'log.example', publicKey: Buffer.alloc(32), sign: () => Buffer.alloc(64) },
});

async function checkpointOf(size: number, note = NOTE): Promise<void> {
  await owner.query(
    `insert into tlog_entry (index, kind, key, position, entry, time_ms) values ($1, 'app', '', $1, 'x', 1)`,
    [size - 1],
  );
  await owner.query(
    "insert into tlog_checkpoint (size, root, time_ms, note) values ($1, sha256(''), 1, $2)",
    [size, note],
  );
}

function stamping(change: { readonly quorum?: number; readonly now?: () => number } = {}) {
  const told: string[] = [];
  return {
    told,
    ...{ pool, authorities: [tsa.url], everyMs: HOUR_MS, anchors: tsa.anchors, quorum: 0, now: Date.now },
    ...{ report: (text: string) => void told.push(text), ...change },
  };
}

/** Asks once, as if the last attempt had been long ago. */
async function askOnce(change: Parameters<typeof stamping>[0] = {}): Promise<void> {
  const given = stamping(change);
  const policy = await statePolicy(pool, given, 1);
  await new Authority(tsa.url, given).stampIfDue(policy ?? 0);
}

const stored = async () => {
  const { rows } = await pool.query<{ number: string; size: string; note: string; answer: Buffer }>(
    'select number, size, note, answer from time_stamp order by number',
  );
  return rows;
};

test('a checkpoint is stamped, and openssl and the verifier accept the served stamp', async () => {
  await checkpointOf(1);
  await askOnce();
  const door = createPool(database.doorUrl, { max: 1 });
  try {
    const file = async (path: string) => (await readStampFile(door, path))?.body ?? Buffer.alloc(0);
    const [answer, note, policy] = [
      await file('stamps/1.tsr'),
      await file('stamps/1.note'),
      await file('stamps/policy/1.pem'),
    ];
    expect(String(note)).toBe(NOTE);
    expect(await tsa.accepts(answer, note)).toBe(true);
    expect(await tsa.accepts(answer, Buffer.from('other'))).toBe(false);
    expect(checkToken(answer, note, String(policy))).toMatchObject({ authority: 'CN=tsa' });
    expect(String(policy)).toMatch(/^every 3600\nauthority http.*\/tsr\n-----BEGIN/);
    expect(String(await file('stamps/list'))).toMatch(/^1\|1\|1\|\d{13}\|http/);
    expect(await readStampFile(door, 'stamps/2.tsr')).toBeUndefined();
  } finally {
    await door.end();
  }
});

test('the next stamp is requested when it is due, for the newest checkpoint', async () => {
  await checkpointOf(1);
  await askOnce();
  await checkpointOf(2, NOTE.replace('\n1\n', '\n2\n'));
  await askOnce();
  expect((await stored()).map(({ size }) => size)).toEqual(['1']);
  await owner.query('alter table time_stamp disable trigger all');
  await owner.query('update time_stamp set time_ms = time_ms - $1', [HOUR_MS]);
  await askOnce();
  expect((await stored()).map(({ size }) => size)).toEqual(['1', '2']);
});

test('a checkpoint without a quorum of recent cosignatures is not stamped', async () => {
  await checkpointOf(1);
  const cosign = (seconds: number) =>
    owner.query("insert into tlog_cosignature values (1, 'w', $1, $2)", [seconds, `— w ${seconds}`]);
  await owner.query("insert into tlog_witness values ('w', 'w', 'http://w', false)");
  await askOnce({ quorum: 1 });
  await cosign(Math.floor(Date.now() / 1000) - 7200);
  await askOnce({ quorum: 1 });
  expect(await stored()).toEqual([]);
  const seconds = Math.floor(Date.now() / 1000);
  await cosign(seconds);
  await askOnce({ quorum: 1 });
  expect((await stored()).map(({ note }) => note)).toEqual([`${NOTE}— w ${seconds}\n`]);
});

describe('an answer is not stored if', () => {
  const another = Buffer.from('log.example\n1\nother root\n');
  const manners: Readonly<Record<string, readonly [Manner, RegExp]>> = {
    'it is about another text': [async () => tsa.reply(await tsa.query(another)), /for another text/],
    'it has another nonce': [async () => tsa.reply(await tsa.query(Buffer.from(NOTE))), /another nonce/],
    'it is garbage': [async () => Buffer.from('<html>busy</html>'), /./],
    'it is empty': [async () => Buffer.alloc(0), /./],
    'it is endless': [async () => Buffer.alloc(100_000), /more than 65536 bytes/],
    'it is an error': [async () => 503, /answered 503/],
    'it was edited': [
      async (request) => {
        const answer = await tsa.reply(request);
        // Changes the last byte of the signature.
        answer.writeUInt8(answer.readUInt8(answer.length - 1) ^ 1, answer.length - 1);
        return answer;
      },
      /signature is invalid/,
    ],
  };
  test.each(Object.entries(manners))('%s', async (_, [manner, why]) => {
    await checkpointOf(1);
    tsa.answer(manner);
    await expect(askOnce()).rejects.toThrow(why);
    expect(await stored()).toEqual([]);
  });

  test('its certificate chain leads to none of the configured certificates', async () => {
    await checkpointOf(1);
    const other = await openTimeStampAuthority();
    const given = { ...stamping(), anchors: other.anchors };
    await other.close();
    const policy = (await statePolicy(pool, given, 1)) ?? 0;
    await expect(new Authority(tsa.url, given).stampIfDue(policy)).rejects.toThrow(/does not lead to/);
  });

  test('the clocks differ', async () => {
    await checkpointOf(1);
    await expect(askOnce({ now: () => Date.now() + HOUR_MS })).rejects.toThrow(/differs from ours/);
  });
});

test('an authority that hangs delays neither the others nor the end of the process, and is asked again later', async () => {
  await checkpointOf(1);
  tsa.answer(async () => 'hang');
  const second = await openTimeStampAuthority();
  const given = { ...stamping(), authorities: [tsa.url, second.url], anchors: tsa.anchors + second.anchors };
  const periodic = stampLog(given);
  await expect.poll(async () => (await stored()).length, { timeout: 9_000 }).toBe(1);
  tsa.answer(async () => 500);
  const began = performance.now();
  await periodic.stop();
  expect(performance.now() - began).toBeLessThan(2_000);
  await second.close();
  expect(given.told.filter((text) => !text.includes('(retrying)'))).toEqual([]);
}, 30_000);

test('keeps earlier policies, and publishes the end of time stamps once', async () => {
  const given = stamping();
  expect(await statePolicy(pool, given, 1)).toBe(1);
  expect(await statePolicy(pool, given, 2)).toBe(1);
  const none = { authorities: [], everyMs: HOUR_MS, anchors: '' };
  expect(await statePolicy(pool, none, 3)).toBe(2);
  expect(await statePolicy(pool, none, 4)).toBe(2);
  const { rows } = await pool.query<{ entry: string }>(
    "select entry from tlog_append(10) where entry like '%stamp%'",
  );
  expect(rows.map(({ entry }) => entry.split('|').slice(0, 3).join(' '))).toEqual([
    'candor-stamp-policy-v1 1 1',
    'candor-stamp-policy-v1 2 3',
  ]);
});

test('the database accepts stamps only in order and of checkpoints in the log, and never changes one', async () => {
  await checkpointOf(1);
  await askOnce();
  for (const change of [
    'update time_stamp set time_ms = 1',
    'delete from time_stamp',
    'delete from time_stamp_policy',
  ])
    // oxlint-disable-next-line no-await-in-loop
    await expect(owner.query(change)).rejects.toThrow(/append-only|only added/i);
  const insert = (number: number, note: string) =>
    pool.query(
      "insert into time_stamp (number, policy, size, tsa, note, answer, time_ms) values ($1, 1, 1, 'x', $2, 'x', 1)",
      [number, note],
    );
  await expect(insert(3, NOTE)).rejects.toThrow(/does not follow/);
  await expect(insert(2, 'another')).rejects.toThrow(/does not match the checkpoint/);
});
