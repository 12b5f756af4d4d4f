/** Email, phone and the anti-phishing word through the API. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { LIMITS } from '../../limits.ts';
import { Account, PASSWORD } from './testing/account.ts';

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
  lena = await Account.open(door, `Contact${names}`);
});

async function sentCode(name: 'sms_mail' | 'sms_send_d', fields: Record<string, string>): Promise<string> {
  const { body } =
    name === 'sms_mail'
      ? await door.call('POST sms_mail', { fields: { ...fields, purpose: 'contact' } })
      : await lena.call('POST sms_send_d', { fields });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return (body.message as { code: string }).code;
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

describe('changing the email address', () => {
  const bind = (fields: object) => lena.errorOf('POST safe/email', { ...fields });

  it('needs a code mailed to the new address and a confirmation, and notifies the old address', async () => {
    const email = `New${names}@example.com`;
    const code = await sentCode('sms_mail', { email });
    expect(await bind({ email, code })).toBe('confirmation_needed');
    expect(await bind({ email, code: otherThan(code), ...CONFIRMED })).toBe('code_wrong');
    expect(await bind({ email, code, current_password: 'wrong-1' })).toBe('confirmation_wrong');
    const before = lena.email;
    expect(await bind({ email, code, ...CONFIRMED })).toBeUndefined();
    expect(await lena.overview()).toMatchObject({
      email: 'N***@example.com',
      withdrawals_held_until: expect.any(Number),
    });
    expect(await lena.mails(before)).toEqual(['email_changed']);
    expect(await lena.events()).toContain('email_changed');
    // The old address can be registered again, and the code can't be used again.
    expect(await bind({ email, code, ...CONFIRMED })).toBe('code_wrong');
    const again = await Account.open(door, `contact${names}x`);
    expect(again.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('to another customer’s address is answered like a wrong code, and notifies its owner', async () => {
    const owner = await Account.open(door, `owner${names}`);
    const code = await sentCode('sms_mail', { email: owner.email });
    const { status, body } = await lena.call('POST safe/email', {
      fields: { email: owner.email.toUpperCase(), code, ...CONFIRMED },
    });
    const wrong = await lena.call('POST safe/email', {
      fields: { email: owner.email, code: otherThan(code), ...CONFIRMED },
    });
    expect([status, body]).toEqual([wrong.status, wrong.body]);
    expect(body).toMatchObject({ error: 'code_wrong' });
    expect(await owner.mails()).toEqual(['email_in_use']);
    expect(await lena.overview()).toMatchObject({ email: 'c***@example.com' });
  });

  it('succeeds for only one of several customers who set the same address concurrently', async () => {
    const rivals = await Promise.all(
      Array.from({ length: 6 }, (_, at) => Account.open(door, `rival${names}-${at}`)),
    );
    const email = `prize${names}@example.com`;
    const code = await sentCode('sms_mail', { email });
    const fields = { email, code, ...CONFIRMED };
    const answers = await Promise.all(rivals.map((rival) => rival.errorOf('POST safe/email', fields)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    const owners = await door.pool.query('select 1 from customer where email_key = $1', [email]);
    expect(owners.rowCount).toBe(1);
  });

  it('to the same address changes nothing and holds no withdrawals', async () => {
    const code = await sentCode('sms_mail', { email: lena.email });
    expect(await bind({ email: lena.email, code, ...CONFIRMED })).toBeUndefined();
    expect(await lena.overview()).toMatchObject({ withdrawals_held_until: null });
    expect(await lena.mails()).toEqual([]);
  });

  it('holds no withdrawals if there was none before', async () => {
    const owner = new pg.Client({ connectionString: door.ownerUrl });
    await owner.connect();
    await owner.query('update customer set email = null, email_key = null where account = $1', [lena.name]);
    await owner.end();
    const email = `first${names}@example.com`;
    const code = await sentCode('sms_mail', { email });
    expect(await bind({ email, code, ...CONFIRMED })).toBeUndefined();
    expect(await lena.overview()).toMatchObject({ withdrawals_held_until: null, email: 'f***@example.com' });
    expect(await lena.events()).toContain('email_bound');
  });
});

describe('the phone number', () => {
  it('needs a code sent to it and a confirmation', async () => {
    const number = { area_code: '44', phone: `01632960${String(names).padStart(3, '0')}` };
    const code = await sentCode('sms_send_d', number);
    const bind = (fields: object) => lena.errorOf('POST safe/phone', { ...number, ...fields });
    expect(await bind({ code })).toBe('confirmation_needed');
    expect(await bind({ code: otherThan(code), ...CONFIRMED })).toBe('code_wrong');
    expect(await bind({ code, ...CONFIRMED, phone: '12' })).toBe('parameter_wrong');
    expect(await bind({ code, ...CONFIRMED, phone: '12345' })).toBe('phone_wrong');
    expect(await bind({ code, ...CONFIRMED })).toBeUndefined();
    expect(await lena.overview()).toMatchObject({
      phone: `•••• 0${String(names).padStart(3, '0')}`,
      withdrawals_held_until: null,
    });
    expect(await lena.events()).toContain('phone_bound');
    expect(await lena.mails()).toEqual(['phone_changed']);
  });

  it('receives a limited number of codes whatever its notation, and its messages appear in the demo’s mailbox', async () => {
    const phone = '7700900999';
    for (let at = 0; at < 5; at += 1) await sentCode('sms_send_d', { area_code: '44', phone });
    const { status, body } = await lena.call('POST sms_send_d', {
      fields: { area_code: '44', phone: `0${phone}` },
    });
    expect([status, body]).toMatchObject([429, { error: 'too_many_attempts' }]);
    const box = await door.call('GET demo/mailbox', { fields: { email: `+44${phone}` } });
    expect(box.body.message).toHaveLength(5);
    expect(JSON.stringify(box.body.message)).toContain('your code is');
  });

  it('receives no code if too many were requested from one network within an hour, by any accounts', async () => {
    const { textsAddressMax } = LIMITS.attempts;
    const errors: (string | undefined)[] = [];
    let texter = '';
    for (let at = 0; at < textsAddressMax + 5; at += 1) {
      if (at % 4 === 0) {
        names += 1;
        texter = await door.register(`texter${names}`);
      }
      const { body } = await door.call('POST sms_send_d', {
        token: texter,
        address: '203.0.113.99',
        fields: { area_code: '44', phone: `77009${String(10_000 + at)}` },
      });
      errors.push(body.type === 'ok' ? undefined : body.error);
    }
    expect(errors.filter((error) => error === undefined)).toHaveLength(textsAddressMax);
    expect(errors.at(-1)).toBe('too_many_attempts');
  });

  it('is rejected if its dialling code doesn’t exist', async () => {
    const { body } = await lena.call('POST sms_send_d', {
      fields: { area_code: '999', phone: '1632960001' },
    });
    expect(body).toMatchObject({ error: 'phone_wrong', params: { field: 'phone' } });
  });
});

it('returns the dialling codes of all countries', async () => {
  const { body } = await door.call('GET getareacode');
  expect(body.message).toEqual(expect.arrayContaining([{ country: 'HK', area_code: '852' }]));
});

describe('the anti-phishing word', () => {
  it('needs a confirmation, appears in every later mail, and is readable only by the customer', async () => {
    const set = (fields: object) => lena.errorOf('POST safe/anti_phishing', { ...fields });
    expect(await set({ word: 'blue heron' })).toBe('confirmation_needed');
    expect(await set({ word: ' blue', ...CONFIRMED })).toBe('parameter_wrong');
    expect(await set({ word: '<b>x</b>', ...CONFIRMED })).toBe('parameter_wrong');
    expect(await set({ word: 'blue heron', ...CONFIRMED })).toBeUndefined();
    expect(await lena.overview()).toMatchObject({ anti_phishing_word: 'blue heron' });
    await sentCode('sms_mail', { email: lena.email });
    const own = await lena.call('GET demo/mail');
    expect((own.body.message as { text: string }[])[0]?.text).toContain('blue heron');
    const open = await door.call('GET demo/mailbox', { fields: { email: lena.email } });
    expect(JSON.stringify(open.body)).not.toContain('heron');
    expect(await set({ word: '', ...CONFIRMED })).toBeUndefined();
    expect(await lena.overview()).toMatchObject({ anti_phishing_word: null });
    expect(await lena.events()).toContain('anti_phishing_changed');
  });
});
