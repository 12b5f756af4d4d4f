/** Logging in, out, and changing passwords through the front door, on a real database. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIdentityDoor } from '../../../../tools/testing/identity-door.ts';
import type { IdentityDoor } from '../../../../tools/testing/identity-door.ts';

const PASSWORD = 'x7!kqz-ok';
const NEXT = 'n3xt!one-🦊';
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor({
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
  it('works by account or e-mail, in any case', async () => {
    await door.register('Mia');
    for (const name of ['Mia', 'mIA', 'mia@example.com', 'MIA@Example.com']) {
      expect(await infoError(await tokenOf(name, PASSWORD))).toBeUndefined();
    }
  });

  it('answers an unknown name exactly as a wrong password', async () => {
    await door.register('known');
    const wrong = await login('known', 'x7!kqz-oK');
    const unknown = await login('unknown', 'x7!kqz-ok');
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 400, body: { error: 'login_wrong' } });
  });

  it('takes as long for an unknown name as for a wrong password', async () => {
    await door.register('timed');
    const timeOf = async (name: string): Promise<number> => {
      const from = performance.now();
      await login(name, 'wrong-one');
      return performance.now() - from;
    };
    const differences: number[] = [];
    for (let round = 0; round < 21; round += 1) {
      // Side by side and in turns, so that a busy machine slows both alike.
      const known = round % 2 === 0 ? await timeOf('timed') : 0;
      const unknown = await timeOf(`absent${round}`);
      differences.push((known || (await timeOf('timed'))) - unknown);
      door.clock.aheadMs += 16 * 60_000;
    }
    const median = differences.toSorted((a, b) => a - b)[10] ?? Infinity;
    expect(Math.abs(median)).toBeLessThan(10);
  });

  it('runs out of tries from strange addresses, while the customer at home still gets in', async () => {
    await door.register('target');
    const strange = (at: number) =>
      errorOf(
        door.app
          .inject({
            method: 'POST',
            url: '/api/user/login',
            remoteAddress: `10.9.0.${at}`,
            headers: { 'x-forwarded-for': `192.0.2.${at}` },
            payload: { account: 'target', password: `guess-${at}` },
          })
          .then((response) => ({ status: response.statusCode, body: JSON.parse(response.body) })),
      );
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => strange(at)));
    expect(answers.filter((code) => code === 'login_wrong')).toHaveLength(10);
    expect(answers.filter((code) => code === 'too_many_attempts')).toHaveLength(20);
    expect(await errorOf(login('target', PASSWORD))).toBeUndefined();
  });

  it('bounds two hundred logins at once, answers every one, and lets other calls pass', async () => {
    const token = await door.register('bystander');
    const crowd = Array.from({ length: 200 }, (_, at) => errorOf(login(`crowd-${at}`, PASSWORD)));
    const from = performance.now();
    expect(await infoError(token)).toBeUndefined();
    expect(performance.now() - from).toBeLessThan(500);
    const answers = await Promise.all(crowd);
    expect(new Set(answers)).toEqual(new Set(['login_wrong', 'busy']));
    expect(answers.filter((code) => code === 'login_wrong').length).toBeGreaterThanOrEqual(60);
  });

  it.each([
    ['frozen', 'account_frozen'],
    ['locked', 'account_locked'],
  ])('a %s customer is told so, but only with the right password', async (status, code) => {
    const token = await door.register(`is-${status}`);
    await asOwner(`update customer set status = '${status}' where account = 'is-${status}'`);
    await door.sessions.recheck();
    expect(await errorOf(login(`is-${status}`, PASSWORD))).toBe(code);
    expect(await errorOf(login(`is-${status}`, 'wrong-one'))).toBe('login_wrong');
    expect(await infoError(token)).toBe(code);
    expect(await errorOf(door.call('POST user/logout', { token }))).toBeUndefined();
  });
});

describe('a token', () => {
  it('ends with logout', async () => {
    const token = await door.register('leaver');
    expect(await infoError(token)).toBeUndefined();
    expect(await errorOf(door.call('POST user/logout', { token }))).toBeUndefined();
    const { status, body } = await door.call('GET user/info', { token });
    expect(status).toBe(401);
    expect(body).toMatchObject({ type: '999', code: 0, error: 'session_ended' });
  });

  it.each([
    ['none', () => undefined],
    ['cut short', (token: string) => token.slice(0, -1)],
    ['with a flipped bit', (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)],
    ['as a signed token without signature', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
    ['empty', () => ''],
    ['of spaces', () => ' '.repeat(43)],
  ])('%s is refused', async (_, spoil) => {
    const spoilt = spoil(await door.register(`tok${Math.random().toString(36).slice(2, 10)}`));
    const { status, body } = await door.call('GET user/info', spoilt === undefined ? {} : { token: spoilt });
    expect([status, body.type]).toEqual([401, '999']);
  });

  it('means nothing in an address', async () => {
    const token = await door.register('urler');
    const { body } = await door.call('GET user/info', { fields: { token, Authorization: token } });
    expect(body.type).toBe('999');
  });

  it('lasts thirty days', async () => {
    const token = await door.register('faithful');
    door.clock.aheadMs += 30 * 24 * 60 * 60_000 + 1;
    expect(await infoError(token)).toBe('session_ended');
  });

  it('ended by another process is found out', async () => {
    const token = await door.register('elsewhere');
    const ended: bigint[] = [];
    door.sessions.onEnd((session) => ended.push(session));
    expect(await infoError(token)).toBeUndefined();
    await asOwner(
      `update session set revoked_ms = 1 from customer c where c.id = customer and c.account = 'elsewhere'`,
    );
    await door.sessions.recheck();
    expect(await infoError(token)).toBe('session_ended');
    expect(ended).toHaveLength(1);
  });

  it('of the oldest device ends with the fifty-first login', async () => {
    const first = await door.register('devices');
    for (let at = 0; at < 50; at += 1) await tokenOf('devices', PASSWORD);
    expect(await infoError(first)).toBe('session_ended');
  });
});

describe('changing the password', () => {
  const change = (token: string, over: Readonly<Record<string, string>> = {}) =>
    door.call('POST safe/update_password', {
      token,
      fields: { old_password: PASSWORD, password: NEXT, re_password: NEXT, ...over },
    });

  it('ends every other session, notes the day and tells the owner', async () => {
    const here = await door.register('changer');
    const there = await tokenOf('changer', PASSWORD);
    expect(await errorOf(change(here, { old_password: 'not-it-1' }))).toBe('old_password_wrong');
    expect(await infoError(there)).toBeUndefined();
    expect(await errorOf(change(here))).toBeUndefined();
    expect(await infoError(here)).toBeUndefined();
    expect(await infoError(there)).toBe('session_ended');
    expect(await errorOf(login('changer', PASSWORD))).toBe('login_wrong');
    expect(await errorOf(login('changer', NEXT))).toBeUndefined();
    const noted = await door.pool.query(
      `select c.security_changed_ms, m.kind from customer c join mail m on m.email_key = c.email_key
        where c.account = 'changer' and m.kind = 'password_changed'`,
    );
    expect(noted.rows).toEqual([
      { security_changed_ms: expect.stringMatching(/^\d+$/), kind: 'password_changed' },
    ]);
  });

  it('runs out of guesses at the old one', async () => {
    const token = await door.register('guessed');
    for (let at = 0; at < 10; at += 1) {
      expect(await errorOf(change(token, { old_password: `guess-${at}` }))).toBe('old_password_wrong');
    }
    expect(await errorOf(change(token))).toBe('too_many_attempts');
  });
});

describe('a forgotten password', () => {
  const forget = (over: Readonly<Record<string, string>>) =>
    errorOf(door.call('POST user/forget', { fields: { password: NEXT, re_password: NEXT, ...over } }));

  async function codeFor(email: string): Promise<string> {
    const { body } = await door.call('POST sms_mail', { fields: { email } });
    return (body.message as { code: string }).code;
  }

  it('is set anew with a mailed code, and every session ends', async () => {
    const token = await door.register('lost');
    const email = 'lost@example.com';
    const code = await codeFor(email);
    expect(await forget({ email, code })).toBeUndefined();
    expect(await infoError(token)).toBe('session_ended');
    expect(await errorOf(login('lost', NEXT))).toBeUndefined();
    expect(await forget({ email, code })).toBe('code_wrong');
  });

  it('answers an address that nobody registered as a wrong code', async () => {
    const code = await codeFor('nobody-here@example.com');
    expect(await forget({ email: 'nobody-here@example.com', code })).toBe('code_wrong');
    expect(await forget({ email: 'lost@example.com', code: '000000' })).toBe('code_wrong');
  });
});

it('remembers the language', async () => {
  const token = await door.register('reader');
  expect(await errorOf(door.call('POST set/lang', { token, fields: { language: 'vn' } }))).toBeUndefined();
  const { body } = await door.call('GET user/info', { token });
  expect(body).toMatchObject({ message: { language: 'vn' } });
});

it('met no bug', () => {
  expect(door.errors).toEqual([]);
});

async function asOwner(sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: door.ownerUrl });
  await owner.connect();
  await owner.query(sql);
  await owner.end();
}
