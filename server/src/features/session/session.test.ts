/** Logging in and out through the API, on PostgreSQL. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { DEAR } from '@candor/testing/password-cost/dear.ts';
import { changeStandingOf } from '@candor/testing/standing.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const PASSWORD = 'x7!kqz-ok';
const NEXT = 'n3xt!one-🦊';
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor({
    passwordCost: DEAR,
    attempts: {
      registrationsAddressMax: 1000,
      mailCodesAddressMax: 1000,
      mailCodesMax: 1000,
      loginAddressMax: 100_000,
      hashesMax: 64,
    },
  });
});
afterAll(() => door.close());

const login = (account: string, password: string) =>
  door.call('POST user/login', { fields: { account, password } });

async function tokenOf(account: string, password: string): Promise<string> {
  const { body } = await login(account, password);
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as string;
}

async function errorOf(answer: ReturnType<IdentityDoor['call']>): Promise<string | undefined> {
  const { body } = await answer;
  return body.type === 'ok' ? undefined : body.error;
}

const infoError = (token: string) => errorOf(door.call('GET user/info', { token }));

describe('logging in', () => {
  it('accepts the account name or the email address, in upper or lower case', async () => {
    await door.register('Mia');
    for (const name of ['Mia', 'mIA', 'mia@example.com', 'MIA@Example.com']) {
      expect(await infoError(await tokenOf(name, PASSWORD))).toBeUndefined();
    }
  });

  it('answers an unknown name exactly like a wrong password', async () => {
    await door.register('known');
    const wrong = await login('known', 'x7!kqz-oK');
    const unknown = await login('unknown', 'x7!kqz-ok');
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 400, body: { error: 'login_wrong' } });
  });

  it('answers each of two hundred concurrent logins, refusing some as “busy”, and doesn’t delay other calls', async () => {
    const token = await door.register('bystander');
    const crowd = Array.from({ length: 200 }, (_, at) => errorOf(login(`crowd-${at}`, PASSWORD)));
    let answered = false;
    const all = Promise.all(crowd).finally(() => (answered = true));
    const times: number[] = [];
    while (!answered) {
      const from = performance.now();
      expect(await infoError(token)).toBeUndefined();
      times.push(performance.now() - from);
    }
    expect(times.length).toBeGreaterThan(10);
    expect(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]).toBeLessThan(grantedMs(500));
    const answers = await all;
    expect(new Set(answers)).toEqual(new Set(['login_wrong', 'busy']));
    // One IP address may use a quarter of the queue for password hashing.
    expect(answers.filter((code) => code === 'login_wrong').length).toBeGreaterThanOrEqual(16);
  });

  it('reports a locked account only to a caller with the right password', async () => {
    const token = await door.register('is-locked');
    await changeStandingOf(door.pool, 'is-locked', 'lock');
    await door.sessions.recheck();
    expect(await errorOf(login('is-locked', PASSWORD))).toBe('account_locked');
    expect(await errorOf(login('is-locked', 'wrong-one'))).toBe('login_wrong');
    expect(await infoError(token)).toBe('session_ended');
    await changeStandingOf(door.pool, 'is-locked', 'release');
    expect(await errorOf(login('is-locked', PASSWORD))).toBeUndefined();
  });

  it('lets a frozen customer log in, read and end sessions, but not change the password', async () => {
    const token = await door.register('is-frozen');
    await changeStandingOf(door.pool, 'is-frozen', 'freeze');
    await door.sessions.recheck();
    const fresh = await tokenOf('is-frozen', PASSWORD);
    for (const known of [token, fresh]) {
      expect(await door.call('GET user/info', { token: known })).toMatchObject({
        body: { message: { status: 'frozen' } },
      });
    }
    const change = { old_password: PASSWORD, password: NEXT, re_password: NEXT };
    expect(await errorOf(door.call('POST safe/update_password', { token, fields: change }))).toBe(
      'account_frozen',
    );
    expect(await errorOf(door.call('POST user/sessions_end', { token }))).toBeUndefined();
    expect(await infoError(fresh)).toBe('session_ended');
    expect(await errorOf(door.call('POST user/logout', { token }))).toBeUndefined();
  });

  it('answers a closed account like an unknown one', async () => {
    const token = await door.register('is-closed');
    await asOwner(`update customer set status = 'closed', closed_ms = 1 where account = 'is-closed'`);
    await door.sessions.recheck();
    expect(await infoError(token)).toBe('session_ended');
    expect(await login('is-closed', PASSWORD)).toEqual(await login('never-was', PASSWORD));
    expect(await errorOf(login('is-closed', PASSWORD))).toBe('login_wrong');
  });

  it('is refused for an account without a password', async () => {
    await door.register('by-wallet');
    await asOwner(
      `update customer set password_hash = null, wallet_address = '0x${'ab'.repeat(20)}' where account = 'by-wallet'`,
    );
    expect(await errorOf(login('by-wallet', PASSWORD))).toBe('login_wrong');
    expect(await errorOf(login('by-wallet', 'nobody has this password'))).toBe('login_wrong');
  });
});

describe('a token', () => {
  it('is invalid after logout', async () => {
    const token = await door.register('leaver');
    expect(await infoError(token)).toBeUndefined();
    expect(await errorOf(door.call('POST user/logout', { token }))).toBeUndefined();
    const { status, body } = await door.call('GET user/info', { token });
    expect(status).toBe(401);
    expect(body).toMatchObject({ type: '999', code: 0, error: 'session_ended' });
  });

  it.each([
    ['missing', () => undefined],
    ['cut short', (token: string) => token.slice(0, -1)],
    [
      'changed in its first character',
      (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
    ],
    ['an unsigned JSON Web Token', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['empty', () => ''],
    ['only spaces', () => ' '.repeat(43)],
  ])('is refused if it is %s', async (_, spoil) => {
    const spoilt = spoil(await door.register(`tok${Math.random().toString(36).slice(2, 10)}`));
    const { status, body } = await door.call('GET user/info', spoilt === undefined ? {} : { token: spoilt });
    expect([status, body.type]).toEqual([401, '999']);
  });

  it('is ignored in a URL', async () => {
    const token = await door.register('urler');
    const { body } = await door.call('GET user/info', { fields: { token, Authorization: token } });
    expect(body.type).toBe('999');
  });

  it('is valid for thirty days if it is used every week', async () => {
    const token = await door.register('faithful');
    for (let week = 0; week < 4; week += 1) {
      door.clock.aheadMs += 7 * DAY_MS - 2000;
      expect(await infoError(token)).toBeUndefined();
      await door.sessions.recheck();
    }
    door.clock.aheadMs += 2 * DAY_MS;
    expect(await infoError(token)).toBeUndefined();
    door.clock.aheadMs += 8001;
    expect(await infoError(token)).toBe('session_ended');
  });

  it('expires after seven days without use, and doesn’t become valid again', async () => {
    const token = await door.register('faithless');
    expect(await infoError(token)).toBeUndefined();
    door.clock.aheadMs += 7 * DAY_MS + 1;
    await door.sessions.recheck();
    expect(await infoError(token)).toBe('session_ended');
    door.clock.aheadMs -= 7 * DAY_MS;
  });

  it('is refused as soon as the process learns that its session was ended elsewhere', async () => {
    const token = await door.register('elsewhere');
    const ended: bigint[] = [];
    door.sessions.onEnd((session) => ended.push(session));
    expect(await infoError(token)).toBeUndefined();
    await asOwner(
      `update session set revoked_ms = 1 from customer c where c.id = customer and c.account = 'elsewhere'`,
    );
    // A recheck that began before the update doesn't see it.
    const recheckedError = async () => {
      await door.sessions.recheck();
      return infoError(token);
    };
    await expect.poll(recheckedError, { timeout: 20_000 }).toBe('session_ended');
    expect(ended).toHaveLength(1);
  });

  it('of the oldest session is invalidated by the fifty-first login', async () => {
    const first = await door.register('devices');
    for (let at = 0; at < 50; at += 1) await tokenOf('devices', PASSWORD);
    expect(await infoError(first)).toBe('session_ended');
  });
});

it('stores the language that the customer chose', async () => {
  const token = await door.register('reader');
  expect(await errorOf(door.call('POST set/lang', { token, fields: { language: 'vn' } }))).toBeUndefined();
  const { body } = await door.call('GET user/info', { token });
  expect(body).toMatchObject({ message: { language: 'vn' } });
});

it('logs no internal error in any of these tests', () => {
  expect(door.errors).toEqual([]);
});

async function asOwner(sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: door.ownerUrl });
  await owner.connect();
  await owner.query(sql).finally(() => owner.end());
}
