/**
 * Time stamps of a running platform's log by an authority on this machine: a stranger's programs and openssl accept them, and a
 * history that the house invents later is detected, although its key and witnesses sign it.
 */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTimeStampAuthority } from '@candor/testing/time-stamp-authority.ts';
import type { TimeStampAuthority } from '@candor/testing/time-stamp-authority.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { nodeSignatures } from '../../verifier/src/cli/node-signatures.ts';
import { watchedPlatform } from '../../verifier/src/cli/watched-platform.ts';
import { checkToken } from '../../verifier/src/time-stamp/check-token.ts';
import { readPolicy } from '../../verifier/src/tlog/policy.ts';
import { Watch } from '../../verifier/src/watch/watch.ts';

const SOON = { timeout: 60_000, interval: 500 };
const VERIFY = join(import.meta.dirname, '../../verifier/bin/candor-verify.mjs');
let authority: TimeStampAuthority;
let server: WholeServer;

beforeAll(async () => {
  authority = await openTimeStampAuthority();
  const { anchors, url } = authority;
  server = await openWholeServer({ timeStamps: { authorities: [url], everyMs: 2_000, anchors } });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await authority.close();
});

const file = async (path: string) =>
  Buffer.from(await watchedPlatform(server.origin).file(`/log/stamps/${path}`));

/** Returns a watch's alarms about time stamps, and the stamps that the log contains. */
async function watched(anchors?: string) {
  const platform = watchedPlatform(server.origin);
  const policy = readPolicy(new TextDecoder().decode(await platform.file('/log/policy')));
  if ('violation' in policy) throw new Error(policy.violation);
  const limits = { lateMaxMs: 60_000, graceMs: 0, pagesAgain: 0, random: randomInt, nowMs: Date.now };
  const stamps = { check: checkToken, anchors };
  const watch = new Watch({ platform, policy, verify: nodeSignatures(), stamps, ...limits });
  const alarms = await watch.round();
  const logged = watch.take()?.entries.filter((entry) => entry.startsWith('candor-stamp-v1|')) ?? [];
  return { logged, kinds: alarms.map(({ kind }) => kind).filter((kind) => kind.startsWith('stamp')) };
}

const verified = (...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> =>
  new Promise((done) => {
    execFile(process.execPath, [VERIFY, '--time-stamps', '--url', server.origin, ...args], (error, out) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out }),
    );
  });

test('keeps logging stamps, which a stranger and openssl accept', async () => {
  await vi.waitFor(async () => expect((await watched()).logged.length).toBeGreaterThan(1), SOON);
  expect((await watched(authority.anchors)).kinds).toEqual([]);
  expect(await authority.accepts(await file('1.tsr'), await file('1.note'))).toBe(true);
  const { code, out } = await verified('--anchors', authority.anchorsFile);
  expect(out).toMatch(/^The first \d+ entries existed at \d{4}-.*Z, within 1000 ms, according to CN=tsa\.$/m);
  expect([code, out.split('\n').at(-2)]).toEqual([0, 'Everything holds.']);
}, 90_000);

test('raises an alarm when a stamped checkpoint is replaced, a stamp is hidden or another authority is named', async () => {
  const other = await openTimeStampAuthority();
  expect((await watched(other.anchors)).kinds).toContain('stamp_differs');
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  try {
    await owner.query('set session_replication_role = replica');
    const { rows } = await owner.query<{ answer: Buffer }>('select answer from time_stamp where number = 1');
    const another = await other.reply(await other.query(await file('1.note')));
    await owner.query('update time_stamp set answer = $1 where number = 1', [another]);
    expect((await watched()).kinds).toContain('stamp_differs');
    expect((await verified()).code).toBe(1);
    await owner.query('update time_stamp set answer = $1 where number = 1', [rows[0]?.answer]);
    await owner.query("update time_stamp set note = replace(note, 'candor', 'candid') where number = 1");
    expect((await watched()).kinds).toContain('stamp_differs');
  } finally {
    await owner.end();
    await other.close();
  }
}, 90_000);
