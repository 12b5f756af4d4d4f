/**
 * Sessions end while a device is connected to the whole server with its real gateway. However a session ends, its device is
 * notified within five seconds. The server's log must contain nothing that a thief could use.
 */
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeStandingOf } from '@candor/testing/standing.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { endSessions } from '../src/identity/sessions/session-store.ts';

let server: WholeServer;
/** A second process on the same database. */
let elsewhere: Pool;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await openWholeServer();
  elsewhere = createPool(server.url, { max: 2 });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await elsewhere.end();
  await server.stop();
});

/** Connects a device that listens. `ended` resolves when the device is notified that its session ended. */
async function listen(token: string): Promise<{ ended: Promise<number>; connected: () => boolean }> {
  const socket = io(server.origin, { reconnection: false, forceNew: true });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  expect(await socket.timeout(3000).emitWithAck('authenticate', token)).toMatchObject({ ok: true });
  const event = new Promise((resolve) => socket.once('session_ended', resolve));
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  return {
    ended: Promise.all([event, closed]).then(() => performance.now()),
    connected: () => socket.connected,
  };
}

async function errorOf(name: string, token: string): Promise<string | undefined> {
  const { body } = await server.call(name, { token });
  return body.type === 'ok' ? undefined : body.error;
}

describe('the socket of a session', () => {
  test('is closed when another device ends the session', async () => {
    const token = await server.login();
    const { ended } = await listen(token);
    const from = performance.now();
    expect(await errorOf('POST user/sessions_end', await server.login())).toBeUndefined();
    expect((await ended) - from).toBeLessThan(5000);
    expect(await errorOf('GET user/info', token)).toBe('session_ended');
  });

  test('stays open while the session lasts, and is closed when another process ends the session', async () => {
    const token = await server.login(1);
    const { ended, connected } = await listen(token);
    // The pause is longer than a session is cached.
    await new Promise((resolve) => setTimeout(resolve, 7000));
    expect(connected()).toBe(true);
    const { body } = await server.call('GET user/info', { token });
    const customer = BigInt((body.message as { id: string }).id);
    const from = performance.now();
    await endSessions(elsewhere, { customer, nowMs: Date.now() });
    expect((await ended) - from).toBeLessThan(5000);
  });

  test('stays open if the customer is frozen, and is closed if the customer is locked, whose token becomes invalid', async () => {
    const token = await server.login(1);
    const { ended, connected } = await listen(token);
    await changeStandingOf(elsewhere, 'wei', 'freeze');
    await expect.poll(() => errorOf('POST lever/submit', token), { timeout: 5000 }).toBe('account_frozen');
    expect(await errorOf('GET user/info', token)).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(connected()).toBe(true);
    const from = performance.now();
    await changeStandingOf(elsewhere, 'wei', 'lock');
    expect((await ended) - from).toBeLessThan(5000);
    expect(await errorOf('GET user/info', token)).toBe('session_ended');
    await changeStandingOf(elsewhere, 'wei', 'release');
  });
});

test('logs no password, token, code or cookie, even for calls that fail', async () => {
  const secrets: string[] = [];
  const send = async (name: string, fields: Record<string, unknown>, token?: string): Promise<unknown> => {
    secrets.push(
      ...Object.entries(fields).flatMap(([key, value]) => (key === 'account' ? [] : [String(value)])),
    );
    const { body } = await server.call(name, { fields, ...(token === undefined ? {} : { token }) });
    return body.message;
  };
  const token = await server.login();
  secrets.push(token);
  const email = 'secretive@example.com';
  const everything = async (): Promise<void> => {
    const mailed = await send('POST sms_mail', { email });
    const code = (mailed as { code?: string }).code ?? '314159';
    const password = { password: 'Secret-pw-77', re_password: 'Secret-pw-77' };
    await send('POST user/login', { account: 'lena', password: 'Wrong-pw-55', totp: '271828' });
    await send('POST user/login', { account: 'lena', password: 'Demo-lena-1' });
    await send('POST user/forget', { email, code, ...password, totp: 'ABCD-EFGH-JKLM' });
    await send('POST safe/update_password', { old_password: 'Demo-lena-9', ...password }, token);
    await send('POST safe/trading_password', { password: '864209', re_password: '864209' }, token);
    await send('POST safe/google', { action: 'bind', code: '161803' }, token);
  };
  await everything();
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const broken = ['guess', 'mailed_code', 'authenticator', 'session', 'security_event'];
  for (const table of broken) await owner.query(`alter table ${table} rename to ${table}_away`);
  await everything();
  for (const table of broken) await owner.query(`alter table ${table}_away rename to ${table}`);
  await owner.end();
  const log = server.logLines.join('\n');
  expect(log).toMatch(/failed to answer POST user\/login/);
  const found = secrets.filter((secret) => secret.length > 4 && log.includes(secret));
  expect(found).toEqual([]);
  expect(log).not.toMatch(/candor_device|\$argon2/);
});
