/**
 * With only a stolen token, used from a script or a lost device, an attacker can read settings but not change them. Every change
 * that would give the attacker the account needs a secret that they don't have, and the owner is notified of every change.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { SoftwareAuthenticator } from '@candor/testing/software-authenticator.ts';
import type { Asked } from '@candor/testing/software-authenticator.ts';
import { Account, OWN_DEVICE, PASSWORD } from './testing/account.ts';

const HERE = { host: 'localhost:8080' };
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor({
    attempts: { registrationsAddressMax: 1000, mailCodesAddressMax: 1000, loginAddressMax: 100_000 },
  });
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

async function sentCode(by: Account, name: string, fields: Record<string, string>): Promise<string> {
  const { body } = await by.call(name, {
    fields: name.endsWith('mail') ? { ...fields, purpose: 'contact' } : fields,
  });
  return (body.message as { code: string }).code;
}

/**
 * The changes that would give a thief the account, prepared as far as possible with the thief's own mailbox, phone and passkey.
 */
async function attempts(victim: Account): Promise<Readonly<Record<string, Record<string, unknown>>>> {
  const email = `thief-of-${victim.name}@example.com`;
  const number = { area_code: '44', phone: '7700900666' };
  const asked = await victim.call('POST safe/passkey_options', { headers: HERE });
  const made = new SoftwareAuthenticator('http://localhost:8080').create(asked.body.message as Asked);
  const [passkey] = (await victim.call('GET safe/passkeys')).body.message as { id: string }[];
  const digits = { password: '204718', re_password: '204718' };
  const password = { password: 'taken-over-1', re_password: 'taken-over-1' };
  return {
    'POST safe/email': { email, code: await sentCode(victim, 'POST sms_mail', { email }) },
    'POST safe/phone': { ...number, code: await sentCode(victim, 'POST sms_send_d', number) },
    'POST safe/passkey_add': { created: made.created, name: 'mine' },
    ...(passkey === undefined ? {} : { 'POST safe/passkey_remove': { id: passkey.id } }),
    'POST safe/anti_phishing': { word: 'mine' },
    'POST safe/trading_password': (await victim.overview())['has_trading_password']
      ? { ...digits, current: '000000' }
      : digits,
    'POST safe/update_password': { ...password, old_password: 'not-known-1' },
  };
}

it('a stolen token changes nothing without the password if there is no second factor', async () => {
  const victim = await Account.open(door, 'plain');
  const before = await victim.overview();
  for (const [call, fields] of Object.entries(await attempts(victim))) {
    if (call !== 'POST safe/update_password') {
      expect([call, await victim.errorOf(call, fields, HERE)]).toEqual([call, 'confirmation_needed']);
    }
    const guessed = { ...fields, current_password: 'not-known-1' };
    expect([call, await victim.errorOf(call, guessed, HERE)]).toEqual([
      call,
      expect.stringMatching(/^(?:confirmation_wrong|old_password_wrong|too_many_attempts)$/),
    ]);
  }
  const bind = { action: 'bind', code: '000000' };
  expect(await victim.errorOf('POST safe/google', bind)).toBe('confirmation_needed');
  expect(await victim.overview()).toEqual(before);
  expect(await victim.mails()).toEqual(['guesses_locked']);
});

it('a stolen token changes nothing with only the password if there is a second factor', async () => {
  const victim = await Account.open(door, 'guarded');
  const digits = { password: '482915', re_password: '482915' };
  await victim.errorOf('POST safe/trading_password', { ...digits, current_password: PASSWORD });
  await victim.bind();
  const before = await victim.overview();
  const prepared = {
    ...(await attempts(victim)),
    'POST safe/trading_password': { ...digits, current: '482915' },
    'POST safe/update_password': {
      password: 'taken-over-1',
      re_password: 'taken-over-1',
      old_password: PASSWORD,
    },
  };
  for (const [call, fields] of Object.entries(prepared)) {
    const withPassword = { ...fields, current_password: PASSWORD };
    expect([call, await victim.errorOf(call, withPassword, HERE)]).toEqual([call, 'confirmation_needed']);
  }
  for (const action of ['unbind', 'renew_codes']) {
    const fields = { action, current_password: PASSWORD };
    expect(await victim.errorOf('POST safe/google', fields)).toBe('confirmation_needed');
  }
  expect(await victim.overview()).toEqual(before);
  expect(await victim.loginError({})).toBe('confirmation_needed');
});

it('no call that accepts a stolen token returns a secret of the second factor', async () => {
  const victim = await Account.open(door, 'reader');
  const codes = await victim.bind();
  const answers = await Promise.all(
    ['GET safe/overview', 'GET user/info', 'GET user/sessions', 'GET user/logins', 'GET demo/mail'].map(
      async (call) => JSON.stringify((await victim.call(call)).body),
    ),
  );
  answers.push(JSON.stringify((await victim.call('POST safe/google', { fields: { action: 'read' } })).body));
  for (const secret of [victim.secret, victim.token, ...codes]) {
    for (const answer of answers) expect(answer).not.toContain(secret);
  }
});

it('lets the owner change settings, and mails each change to the address before the change', async () => {
  const owner = await Account.open(door, 'owner');
  const email = 'moved@example.com';
  const confirmed = { current_password: PASSWORD };
  const code = await sentCode(owner, 'POST sms_mail', { email });
  expect(await owner.errorOf('POST safe/email', { email, code, ...confirmed }, OWN_DEVICE)).toBeUndefined();
  expect(await owner.mails()).toEqual(['email_changed']);
  await owner.bind();
  expect(await owner.mails(email)).toEqual(['factor_changed']);
});
