/** The trading password through the API, and its check where money leaves the platform. */
import { HOUR_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
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
  lena = await Account.open(door, `digits${names}`);
});

const set = (password: string, fields: object = {}, headers = {}) =>
  lena.errorOf('POST safe/trading_password', { password, re_password: password, ...fields }, headers);

async function asked(given: string, headers: { cookie?: string } = {}): Promise<string | undefined> {
  const device = headers.cookie?.slice('candor_device='.length);
  const from = { customer: await lena.id(), device, address: '192.0.2.1', agent: '', host: 'localhost' };
  return (await door.tradingPasswords.check(from.customer, given, from))?.refusal.code;
}

async function mailedCode(): Promise<string> {
  const { body } = await door.call('POST sms_mail', {
    fields: { email: lena.email, purpose: 'trading_password' },
  });
  return (body.message as { code: string }).code;
}

describe('setting the trading password', () => {
  it('accepts only six ASCII digits that are not a common choice', async () => {
    for (const password of ['12345', '1234567', '48291a', '４８２９１５', ' 482915']) {
      expect(await set(password, CONFIRMED)).toBe('parameter_wrong');
    }
    expect(await set('123123', CONFIRMED)).toBe('password_common');
  });

  it('needs a confirmation and holds no withdrawals', async () => {
    expect(await asked('482915')).toBe('trading_password_missing');
    expect(await set('482915')).toBe('confirmation_needed');
    expect(await set('482915', { current_password: 'wrong-1' })).toBe('confirmation_wrong');
    expect(await set('482915', CONFIRMED)).toBeUndefined();
    expect(await asked('482916')).toBe('trading_password_wrong');
    expect(await asked('482915')).toBeUndefined();
    expect(await lena.overview()).toMatchObject({ has_trading_password: true, withdrawals_held_until: null });
    expect(await lena.events()).toContain('trading_password_set');
    expect(await lena.mails()).toEqual(['trading_password_changed']);
  });

  it('rejects the digits of the login password, but only after the confirmation', async () => {
    await door.register(`six${names}`, '739284');
    const { body } = await door.call('POST user/login', {
      fields: { account: `six${names}`, password: '739284' },
    });
    const fields = { password: '739284', re_password: '739284' };
    const errorOf = async (given: object) => {
      const answer = await door.call('POST safe/trading_password', {
        fields: { ...fields, ...given },
        token: body.message as string,
      });
      return answer.body.type === 'ok' ? undefined : answer.body.error;
    };
    expect(await errorOf({})).toBe('confirmation_needed');
    expect(await errorOf({ current_password: '739285' })).toBe('confirmation_wrong');
    expect(await errorOf({ current_password: '739284' })).toBe('trading_password_same');
  });

  it('prevents a new login password with the same digits', async () => {
    await set('739284', CONFIRMED);
    const same = { password: '739284', re_password: '739284' };
    const change = (old_password: string) =>
      lena.errorOf('POST safe/update_password', { ...same, old_password });
    expect(await change('not-this-1')).toBe('old_password_wrong');
    expect(await change(PASSWORD)).toBe('trading_password_same');
    const forget = async (code: string) =>
      (await door.call('POST user/forget', { fields: { ...same, email: lena.email, code } })).body;
    const { body: mailed } = await door.call('POST sms_mail', {
      fields: { email: lena.email, purpose: 'reset' },
    });
    const { code } = mailed.message as { code: string };
    expect(await forget(code === '000000' ? '000001' : '000000')).toMatchObject({ error: 'code_wrong' });
    expect(await forget(code)).toMatchObject({ error: 'trading_password_same' });
  });

  it('limits attempts to find the trading password by changing the login password', async () => {
    await set('739284', CONFIRMED);
    const answers: (string | undefined)[] = [];
    let old_password = PASSWORD;
    for (const password of ['739281', '739282', '739283', '739285', '739286', '739284']) {
      const fields = { old_password, password, re_password: password };
      answers.push(await lena.errorOf('POST safe/update_password', fields));
      if (answers.at(-1) === undefined) old_password = password;
    }
    expect(answers).toEqual([...Array(5).fill(undefined), 'too_many_attempts']);
    const fields = { old_password, password: PASSWORD, re_password: PASSWORD };
    expect(await lena.errorOf('POST safe/update_password', fields)).toBeUndefined();
  });

  it('stores a hash that can’t be verified without the vault’s key', async () => {
    await set('482915', CONFIRMED);
    const found = await door.pool.query<{ hash: string }>(
      'select trading_password_hash as hash from customer where account = $1',
      [lena.name],
    );
    const hash = found.rows[0]?.hash ?? '';
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(await door.passwords.verify(hash, '482915')).toBe(false);
  });
});

describe('changing the trading password', () => {
  it('needs the current one, and holds withdrawals for 24 hours', async () => {
    await set('482915', CONFIRMED);
    expect(await set('591736')).toBe('parameter_missing');
    expect(await set('591736', CONFIRMED)).toBe('parameter_missing');
    expect(await set('591736', { current: '482916' })).toBe('trading_password_wrong');
    const fromMs = Date.now() + door.clock.aheadMs;
    expect(await set('591736', { current: '482915' })).toBeUndefined();
    expect(await asked('482915')).toBe('trading_password_wrong');
    expect(await asked('591736')).toBeUndefined();
    const { withdrawals_held_until: until } = await lena.overview();
    expect(Number(until) * 1000 - fromMs).toBeGreaterThanOrEqual(24 * HOUR_MS);
    expect(Number(until) * 1000 - fromMs).toBeLessThan(24 * HOUR_MS + 60_000);
    door.clock.aheadMs += 24 * HOUR_MS + 60_000;
    expect(await lena.overview()).toMatchObject({ withdrawals_held_until: null });
    expect(await lena.events()).toContain('trading_password_changed');
  });

  it('needs the second factor as well if there is one', async () => {
    await set('482915', CONFIRMED);
    await lena.bind();
    expect(await set('591736', { current: '482915' })).toBe('confirmation_needed');
    expect(await set('591736', { current: '482915', totp: '000000' })).toBe('confirmation_wrong');
    expect(await set('591736', { current: '482915', totp: lena.nextCode() })).toBeUndefined();
  });
});

describe('resetting the trading password', () => {
  it('needs a mailed code and a confirmation, and clears failed attempts', async () => {
    await set('482915', CONFIRMED);
    for (let hour = 0; hour < 4; hour += 1) {
      for (let at = 0; at < 5; at += 1) expect(await asked('000000')).toBe('trading_password_wrong');
      expect(await asked('482915')).toBe(hour < 3 ? 'too_many_attempts' : 'reset_needed');
      door.clock.aheadMs += HOUR_MS + 1;
    }
    expect(await asked('482915')).toBe('reset_needed');
    const code = await mailedCode();
    const other = code === '000000' ? '000001' : '000000';
    expect(await set('591736', { code })).toBe('confirmation_needed');
    expect(await set('591736', { code: other, ...CONFIRMED })).toBe('code_wrong');
    expect(await set('591736', { code, current_password: 'wrong-1' })).toBe('confirmation_wrong');
    expect(await set('591736', { code, ...CONFIRMED })).toBeUndefined();
    expect(await set('204718', { code, ...CONFIRMED })).toBe('code_wrong');
    expect(await asked('591736')).toBeUndefined();
    expect(await lena.overview()).toMatchObject({ withdrawals_held_until: expect.any(Number) });
    expect(await lena.events()).toContain('trading_password_reset');
  });

  it('needs an email address', async () => {
    await set('482915', CONFIRMED);
    await door.pool.query('update customer set email = null, email_key = null where account = $1', [
      lena.name,
    ]);
    expect(await set('591736', { code: '123456', ...CONFIRMED })).toBe('email_missing');
  });
});

describe('attempts at the trading password', () => {
  it('are refused for an hour after five failures, except from the owner’s own device', async () => {
    await set('482915', CONFIRMED);
    for (let at = 0; at < 5; at += 1) expect(await asked('000000')).toBe('trading_password_wrong');
    expect(await asked('482915')).toBe('too_many_attempts');
    expect(await asked('482915', OWN_DEVICE)).toBeUndefined();
    door.clock.aheadMs += HOUR_MS - 60_000;
    expect(await asked('482915')).toBe('too_many_attempts');
    door.clock.aheadMs += 60_001;
    expect(await asked('482915')).toBeUndefined();
    expect(await lena.mails()).toContain('guesses_locked');
  });

  it('are counted even if a hundred arrive concurrently', async () => {
    await set('482915', CONFIRMED);
    const answers = await Promise.all(Array.from({ length: 100 }, () => asked('000000')));
    expect(answers.filter((answer) => answer === 'trading_password_wrong')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(95);
  });
});
