/** The authenticator and its recovery codes through the API, on PostgreSQL. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { totpCode } from '../../identity/factors/totp.ts';
import { Account, OWN_DEVICE, PASSWORD } from './testing/account.ts';

const CONFIRMED = { current_password: PASSWORD };
let door: IdentityDoor;
let lena: Account;
let names = 0;

beforeAll(async () => {
  door = await openIdentityDoor({
    attempts: { registrationsAddressMax: 1000, mailCodesAddressMax: 1000, loginAddressMax: 100_000 },
  });
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});
beforeEach(async () => {
  names += 1;
  lena = await Account.open(door, `codes${names}`);
});

describe('setting up the authenticator', () => {
  it('returns a new secret on each read until a code of the newest secret confirms it, and stores it sealed', async () => {
    const read = async () =>
      (await lena.call('POST safe/google', { fields: { action: 'read' } })).body.message;
    const first = (await read()) as { secret: string };
    const second = (await read()) as { secret: string; otpauth_url: string };
    expect(second.secret).not.toBe(first.secret);
    expect(second.otpauth_url).toBe(
      `otpauth://totp/Candor:${lena.name}?secret=${second.secret}&issuer=Candor`,
    );
    const rows = await door.pool.query('select sealed_secret from authenticator where customer = $1', [
      await lena.id(),
    ]);
    expect(rows.rows[0]?.sealed_secret.toString('latin1')).not.toContain(second.secret);

    lena.secret = first.secret;
    const bind = (fields: object) => lena.errorOf('POST safe/google', { action: 'bind', ...fields });
    expect(await bind(CONFIRMED)).toBe('parameter_missing');
    expect(await bind({ code: lena.code() })).toBe('confirmation_needed');
    expect(await bind({ code: lena.code(), ...CONFIRMED })).toBe('code_wrong');
    lena.secret = second.secret;
    expect(await bind({ code: lena.code(), current_password: 'wrong-1' })).toBe('confirmation_wrong');
    expect(await bind({ code: lena.code(), ...CONFIRMED })).toBeUndefined();
    expect(await lena.overview()).toMatchObject({ totp_enabled: true, recovery_codes_left: 10 });
    // After the setup the secret can neither be read nor replaced.
    expect(await read()).toEqual({ totp_enabled: true, recovery_codes_left: 10 });
    expect(await bind({ code: lena.code(), ...CONFIRMED })).toBe('state_abnormal');
    // The setup used up its code.
    expect(await lena.loginError({ totp: lena.code() })).toBe('confirmation_wrong');
    expect(await lena.loginError({ totp: lena.nextCode() })).toBeUndefined();
  });

  it('is recorded and mailed to the customer, and holds no withdrawals the first time', async () => {
    await lena.bind();
    expect(await lena.events()).toContain('totp_bound');
    expect(await lena.mails()).toEqual(['factor_changed']);
    expect(await lena.overview()).toMatchObject({ withdrawals_held_until: null, confirm_with: ['totp'] });
  });
});

describe('a code at a login', () => {
  it('is requested only after the right password', async () => {
    await lena.bind();
    const { body } = await door.call('POST user/login', {
      fields: { account: lena.name, password: PASSWORD },
    });
    expect(body).toMatchObject({ error: 'confirmation_needed', params: { kinds: 'totp' } });
    expect(await lena.loginError({ totp: lena.nextCode(), password: 'no-such-1' })).toBe('login_wrong');
    // A wrong password doesn't use up the code.
    expect(await lena.loginError({ totp: lena.code() })).toBeUndefined();
  });

  it.each([
    [-2, 'confirmation_wrong'],
    [2, 'confirmation_wrong'],
    [-1, undefined],
    [0, undefined],
    [1, undefined],
  ])('of the time step %i from now is accepted or refused: %s', async (step, error) => {
    await lena.bind();
    // Moves ten steps away from the one used at setup, and to the middle of a step, so that no step ends during the test.
    const nowMs = Date.now() + door.clock.aheadMs;
    door.clock.aheadMs += 10 * 30_000 + 15_000 - (nowMs % 30_000);
    expect(await lena.loginError({ totp: lena.code(step) })).toBe(error);
  });

  it('is rejected if it is valid only at a time that the client states', async () => {
    await lena.bind();
    const later = totpCode(lena.secret, 70_000_000);
    const says = { totp: later, time: 2_100_000_000, timestamp: 2_100_000_000_000, step: 70_000_000 };
    expect(await lena.loginError(says)).toBe('confirmation_wrong');
    const headers = { date: new Date(2_100_000_000_000).toUTCString() };
    expect(await lena.loginError({ totp: later }, headers)).toBe('confirmation_wrong');
  });

  it('is accepted for only one of twenty concurrent logins, and its reuse is recorded', async () => {
    await lena.bind();
    const totp = lena.nextCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => lena.loginError({ totp })));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect(await lena.events()).toContain('totp_reused');
    expect(await lena.loginError({ totp }, OWN_DEVICE)).toBe('confirmation_wrong');
  });

  it('is rejected if it is older than one already used', async () => {
    await lena.bind();
    door.clock.aheadMs += 300_000;
    const [older, now] = [lena.code(-1), lena.code()];
    expect(await lena.loginError({ totp: now })).toBeUndefined();
    expect(await lena.loginError({ totp: older })).toBe('confirmation_wrong');
  });
});

describe('recovery codes', () => {
  it('are ten codes of sixty bits, each accepted once in any notation', async () => {
    const codes = await lena.bind();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/);
    const [first = '', second = '', third = ''] = codes;
    expect(await lena.loginError({ totp: first })).toBeUndefined();
    expect(await lena.loginError({ totp: first }, OWN_DEVICE)).toBe('confirmation_wrong');
    expect(await lena.loginError({ totp: second.toLowerCase().replaceAll('-', '') })).toBeUndefined();
    const spaced = ` ${third.replaceAll('-', ' ')} `;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => lena.loginError({ totp: spaced }, OWN_DEVICE)),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect(await lena.overview()).toMatchObject({ recovery_codes_left: 7 });
    expect((await lena.events()).filter((kind) => kind === 'recovery_code_used')).toHaveLength(3);
    // The nine failed attempts may lock the device, which causes another mail, depending on which request came first.
    const mails = (await lena.mails()).filter((kind) => kind !== 'guesses_locked');
    expect(mails).toEqual(Array(4).fill('factor_changed'));
  });

  it('are valid only for their customer', async () => {
    const [code] = await lena.bind();
    const foe = await Account.open(door, `foe${names}`);
    await foe.bind();
    expect(await foe.loginError({ totp: code })).toBe('confirmation_wrong');
  });

  it('let a customer log in without the authenticator', async () => {
    const [code] = await lena.bind();
    for (let at = 0; at < 5; at += 1) {
      expect(await lena.loginError({ totp: '000000' })).toBe('confirmation_wrong');
    }
    expect(await lena.loginError({ totp: lena.nextCode() })).toBe('too_many_attempts');
    expect(await lena.loginError({ totp: code })).toBeUndefined();
    expect(await lena.loginError({ totp: lena.code() })).toBeUndefined();
  });

  it('are replaced only with a confirmation; the old codes then become invalid', async () => {
    const [old] = await lena.bind();
    const renew = { action: 'renew_codes' };
    expect(await lena.errorOf('POST safe/google', { ...renew, ...CONFIRMED })).toBe('confirmation_needed');
    const { body } = await lena.call('POST safe/google', { fields: { ...renew, totp: lena.nextCode() } });
    const [fresh] = (body.message as { recovery_codes: string[] }).recovery_codes;
    expect(await lena.loginError({ totp: old })).toBe('confirmation_wrong');
    expect(await lena.loginError({ totp: fresh })).toBeUndefined();
    expect(await lena.overview()).toMatchObject({ withdrawals_held_until: expect.any(Number) });
  });
});

describe('removing the authenticator', () => {
  it('needs one of its codes or a recovery code, and removes the recovery codes too', async () => {
    const [code] = await lena.bind();
    const unbind = (fields: object) => lena.errorOf('POST safe/google', { action: 'unbind', ...fields });
    expect(await unbind(CONFIRMED)).toBe('confirmation_needed');
    expect(await unbind({ totp: '000000' })).toBe('confirmation_wrong');
    expect(await unbind({ totp: code })).toBeUndefined();
    expect(await unbind(CONFIRMED)).toBe('state_abnormal');
    expect(await lena.overview()).toMatchObject({
      totp_enabled: false,
      recovery_codes_left: 0,
      confirm_with: ['password'],
      withdrawals_held_until: expect.any(Number),
    });
    expect(await lena.events()).toEqual(expect.arrayContaining(['recovery_code_used', 'totp_unbound']));
    expect(await lena.loginError({})).toBeUndefined();
  });
});
