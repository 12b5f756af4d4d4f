/** Changing the password and resetting a forgotten one, through the API on PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { changeStandingOf } from '@candor/testing/standing.ts';
import { renewSecret } from '../../identity/factors/authenticator.ts';
import { totpCode, totpStep } from '../../identity/factors/totp.ts';

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

async function bindAuthenticator(account: string): Promise<string> {
  const found = await door.pool.query<{ id: string }>('select id from customer where account = $1', [
    account,
  ]);
  const customer = BigInt(found.rows[0]?.id ?? '0');
  const secret = await renewSecret(door.pool, { customer, vault: door.vault });
  if (secret === undefined) throw new Error(`expected no authenticator for ${account}, found one`);
  await door.pool.query('update authenticator set bound_ms = 0 where customer = $1', [customer]);
  return secret;
}

describe('changing the password', () => {
  const change = (token: string, over: Readonly<Record<string, string>> = {}) =>
    door.call('POST safe/update_password', {
      token,
      fields: { old_password: PASSWORD, password: NEXT, re_password: NEXT, ...over },
    });

  it('ends every other session, records the time of the change and notifies the owner', async () => {
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

  it('is refused after too many failed attempts at the old password', async () => {
    const token = await door.register('guessed');
    for (let at = 0; at < 5; at += 1) {
      expect(await errorOf(change(token, { old_password: `guess-${at}` }))).toBe('old_password_wrong');
    }
    expect(await errorOf(change(token))).toBe('too_many_attempts');
  });

  it('needs the old password, and accepts any new one of six to sixteen characters as typed', async () => {
    const token = await door.register('signs');
    let old_password = PASSWORD;
    for (const password of [' lead-3-space', 'nul\u0000in-it-7', '🦊🐻🐼🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅🦉🦇']) {
      expect(await errorOf(change(token, { old_password, password, re_password: password }))).toBeUndefined();
      expect(await errorOf(login('signs', password))).toBeUndefined();
      expect(await errorOf(login('signs', password.trim().slice(0, -1)))).toBe('login_wrong');
      old_password = password;
    }
    const long = `${old_password}🐺`;
    expect(await errorOf(change(token, { old_password, password: long, re_password: long }))).toBe(
      'password_length',
    );
    const fields = { password: NEXT, re_password: NEXT };
    expect(await errorOf(door.call('POST safe/update_password', { token, fields }))).toBe(
      'parameter_missing',
    );
    const hash = await door.pool.query(`select password_hash from customer where account = 'signs'`);
    expect(hash.rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$/);
  });

  it('sets a first password for a customer who logs in by wallet, with the usual confirmation', async () => {
    const token = await door.register('walleteer');
    await door.pool.query(
      `update customer set password_hash = null, email = null, email_key = null, wallet_address = $1
        where account = 'walleteer'`,
      [`0x${'cd'.repeat(20)}`],
    );
    const { body } = await door.call('GET user/info', { token });
    expect(body).toMatchObject({ message: { email: null, wallet_address: `0x${'cd'.repeat(20)}` } });
    const fields = { password: NEXT, re_password: NEXT };
    const set = (over: Readonly<Record<string, string>> = {}) =>
      door.call('POST safe/update_password', { token, fields: { ...fields, ...over } });
    expect((await set({ old_password: NEXT })).body).toMatchObject({
      error: 'confirmation_needed',
      params: { kinds: 'wallet' },
    });
    const secret = await bindAuthenticator('walleteer');
    expect((await set()).body).toMatchObject({ params: { kinds: 'totp' } });
    const totp = totpCode(secret, totpStep(Date.now() + door.clock.aheadMs));
    expect(await errorOf(set({ totp }))).toBeUndefined();
    expect(await errorOf(login('walleteer', NEXT))).toBe('confirmation_needed');
  });
});

describe('while the password is being changed', () => {
  /** Makes the call while an uncommitted change of the password locks the customer's row, and then commits the change. */
  async function meanwhile(account: string, call: () => ReturnType<IdentityDoor['call']>) {
    await door.register(`${account}2`, 'another-x7!');
    const connection = await door.pool.connect();
    await connection.query('begin');
    await connection.query(
      `update customer set password_hash = (select c.password_hash from customer c where c.account = $2)
        where account = $1`,
      [account, `${account}2`],
    );
    const answer = errorOf(call());
    await expect
      .poll(async () => {
        const waiting = await door.pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return waiting.rowCount;
      })
      .toBe(1);
    await connection.query('commit');
    connection.release();
    return answer;
  }

  it('a login with the old password is refused', async () => {
    await door.register('quick', PASSWORD);
    expect(await meanwhile('quick', () => login('quick', PASSWORD))).toBe('login_wrong');
    const opened = await door.pool.query(
      `select 1 from session s join customer c on c.id = s.customer where c.account = 'quick'`,
    );
    // The registration opened this session.
    expect(opened.rowCount).toBe(1);
  });

  it('a second change with the old password is refused', async () => {
    const token = await door.register('swift', PASSWORD);
    const fields = { old_password: PASSWORD, password: NEXT, re_password: NEXT };
    const change = () => door.call('POST safe/update_password', { token, fields });
    expect(await meanwhile('swift', change)).toBe('old_password_wrong');
    expect(await errorOf(login('swift', NEXT))).toBe('login_wrong');
  });
});

describe('resetting a forgotten password', () => {
  const forget = (fields: Readonly<Record<string, string>>) =>
    door.call('POST user/forget', { fields: { password: NEXT, re_password: NEXT, ...fields } });
  const forgetError = (fields: Readonly<Record<string, string>>) => errorOf(forget(fields));

  async function codeFor(email: string): Promise<string> {
    const { body } = await door.call('POST sms_mail', { fields: { email } });
    return (body.message as { code: string }).code;
  }

  it('needs a mailed code and ends every session', async () => {
    const token = await door.register('lost');
    const email = 'lost@example.com';
    const code = await codeFor(email);
    expect(await forgetError({ email, code })).toBeUndefined();
    expect(await infoError(token)).toBe('session_ended');
    expect(await errorOf(login('lost', NEXT))).toBeUndefined();
    expect(await forgetError({ email, code })).toBe('code_wrong');
    const noted = await door.pool.query(
      `select c.security_changed_ms is not null as held, e.kind from customer c
        join security_event e on e.customer = c.id where c.account = 'lost' order by e.id`,
    );
    expect(noted.rows).toEqual([
      { held: true, kind: 'registered' },
      { held: true, kind: 'password_reset' },
      { held: true, kind: 'login' },
    ]);
  });

  it('is answered for an unregistered address like a wrong code', async () => {
    const code = await codeFor('nobody-here@example.com');
    const unknown = await forget({ email: 'nobody-here@example.com', code });
    const wrong = await forget({ email: 'lost@example.com', code: '000000' });
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body).toMatchObject({ error: 'code_wrong' });
  });

  it('is refused with a replaced code, an expired code or a code for a different address', async () => {
    await door.register('coded');
    const email = 'coded@example.com';
    const older = await codeFor(email);
    let newer = await codeFor(email);
    while (newer === older) newer = await codeFor(email);
    const elsewhere = await codeFor('elsewhere@example.com');
    expect(await forgetError({ email, code: older })).toBe('code_wrong');
    if (elsewhere !== newer) expect(await forgetError({ email, code: elsewhere })).toBe('code_wrong');
    door.clock.aheadMs += 10 * 60_000 + 1;
    expect(await forgetError({ email, code: newer })).toBe('code_wrong');
  });

  it('needs the second factor as well; without it, the code stays usable', async () => {
    await door.register('twofold');
    const email = 'twofold@example.com';
    const secret = await bindAuthenticator('twofold');
    const step = () => totpStep(Date.now() + door.clock.aheadMs);
    const code = await codeFor(email);
    expect((await forget({ email, code })).body).toMatchObject({
      error: 'confirmation_needed',
      params: { kinds: 'totp' },
    });
    const wrong = totpCode(secret, step() + 7);
    expect((await forget({ email, code, totp: wrong })).body).toMatchObject({
      error: 'confirmation_wrong',
      params: { field: 'totp' },
    });
    expect(await errorOf(login('twofold', NEXT))).toBe('login_wrong');
    expect(await forgetError({ email, code, totp: totpCode(secret, step()) })).toBeUndefined();
    expect(await errorOf(login('twofold', NEXT))).toBe('confirmation_needed');
    // The reset used up the authenticator code.
    const fields = { account: 'twofold', password: NEXT, totp: totpCode(secret, step()) };
    expect(await errorOf(door.call('POST user/login', { fields }))).toBe('confirmation_wrong');
    const next = { ...fields, totp: totpCode(secret, step() + 1) };
    expect(await errorOf(door.call('POST user/login', { fields: next }))).toBeUndefined();
  });

  it('is refused for a locked customer', async () => {
    await door.register('barred');
    await changeStandingOf(door.pool, 'barred', 'lock');
    const email = 'barred@example.com';
    expect(await forgetError({ email, code: await codeFor(email) })).toBe('account_locked');
    await changeStandingOf(door.pool, 'barred', 'release');
    expect(await errorOf(login('barred', PASSWORD))).toBeUndefined();
  });
});

it('logs no internal error in any of these tests', () => {
  expect(door.errors).toEqual([]);
});
