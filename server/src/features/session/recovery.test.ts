/**
 * Account recovery while an attacker tries to lock the owner out by using up codes and attempts and by flooding the mailbox. The
 * mailed link still works: once, for a day, and only for the account with that email address.
 */
import { HOUR_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';

const NEXT = { password: 'n3xt!one', re_password: 'n3xt!one' };
let door: IdentityDoor;
let owners = 0;
let email = '';

beforeAll(async () => {
  door = await openIdentityDoor({
    attempts: { registrationsAddressMax: 1000, mailCodesAddressMax: 100_000, loginAddressMax: 100_000 },
  });
});
beforeEach(async () => {
  owners += 1;
  await door.register(`owner${owners}`);
  email = `owner${owners}@example.com`;
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

/** Returns a new IP address for each call, like the addresses of a botnet. */
let callers = 0;
const elsewhere = () => {
  callers += 1;
  return `10.${callers >> 16}.${(callers >> 8) % 256}.${callers % 256}`;
};

type Mailed = { readonly code: string; readonly link: string };

async function askReset(address: string, purpose = 'reset'): Promise<string | undefined> {
  const { body } = await door.call('POST sms_mail', { fields: { email, purpose }, address });
  return body.type === 'ok' ? undefined : body.error;
}

async function mailbox(): Promise<Mailed[]> {
  const found = await door.pool.query<{ text: string }>(
    `select m.text from mail m where m.email_key = $1 and m.kind = 'code_reset' order by m.id desc`,
    [email],
  );
  return found.rows.map(({ text }) => {
    const address = /https?:\S+/.exec(text)?.[0] ?? '';
    const fields = new URLSearchParams(address.slice(address.lastIndexOf('?')));
    expect(fields.get('email')).toBe(email);
    return { code: /\b\d{6}\b/.exec(text)?.[0] ?? '', link: fields.get('link') ?? '' };
  });
}

async function reset(code: string, address = elsewhere(), of = email): Promise<string | undefined> {
  const { body } = await door.call('POST user/forget', { fields: { ...NEXT, email: of, code }, address });
  return body.type === 'ok' ? undefined : body.error;
}

it('resets the password with the mailed link, however many codes others have requested and tried', async () => {
  const own = elsewhere();
  expect(await askReset(own)).toBeUndefined();
  const [mailed] = await mailbox();
  for (let at = 0; at < 60; at += 1) {
    await askReset(elsewhere());
    await reset(String(at).padStart(6, '0'));
  }
  // By now the six-digit code is locked for unknown devices.
  expect(await reset(mailed?.code ?? '')).not.toBeUndefined();
  expect(await askReset(own)).toBe('too_many_attempts');
  expect(await reset(mailed?.link ?? '')).toBeUndefined();
  expect(await reset(mailed?.link ?? '')).toBe('code_wrong');
});

it.each(['register', 'contact', 'trading_password'])(
  'mails a link for a reset even if others have requested too many codes for the purpose %s',
  async (purpose) => {
    let mailed = 0;
    for (let at = 0; at < 60; at += 1) if ((await askReset(elsewhere(), purpose)) === undefined) mailed += 1;
    expect(mailed).toBeGreaterThan(30);
    expect(await askReset(elsewhere(), purpose)).toBe('too_many_attempts');
    expect(await askReset(elsewhere())).toBeUndefined();
    const [link] = await mailbox();
    expect(await reset(link?.link ?? '')).toBeUndefined();
  },
);

it('mails a code to the owner’s own device after others have used up the quota', async () => {
  const home = elsewhere();
  const signedIn = await door.call('POST user/login', {
    fields: { account: `owner${owners}`, password: 'x7!kqz-ok' },
    address: home,
  });
  expect(signedIn.body.type).toBe('ok');
  for (let at = 0; at < 60; at += 1) await askReset(elsewhere(), 'trading_password');
  expect(await askReset(elsewhere(), 'trading_password')).toBe('too_many_attempts');
  expect(await askReset(home, 'trading_password')).toBeUndefined();
});

it('accepts a code even if others have requested newer ones for the same address', async () => {
  const own = elsewhere();
  await askReset(own);
  const [mailed] = await mailbox();
  for (let at = 0; at < 5; at += 1) await askReset(elsewhere());
  expect(await reset(mailed?.code ?? '', own)).toBeUndefined();
});

it('accepts a code only from the IP address that requested it, and only for its purpose', async () => {
  const own = elsewhere();
  await askReset(own);
  const [mailed] = await mailbox();
  expect(await reset(mailed?.code ?? '', elsewhere())).toBe('code_wrong');
  await door.call('POST sms_mail', { fields: { email, purpose: 'contact' }, address: own });
  const contact = await door.pool.query<{ text: string }>(
    `select m.text from mail m where m.email_key = $1 and m.kind = 'code' order by m.id desc limit 1`,
    [email],
  );
  const other = /\b\d{6}\b/.exec(contact.rows[0]?.text ?? '')?.[0] ?? '';
  if (other !== mailed?.code) expect(await reset(other, own)).toBe('code_wrong');
  expect(await reset(mailed?.code ?? '', own)).toBeUndefined();
});

it('accepts a link only for the email address it was mailed to, and only for a day', async () => {
  await askReset(elsewhere());
  const [mailed] = await mailbox();
  await door.register(`other${owners}`);
  expect(await reset(mailed?.link ?? '', elsewhere(), `other${owners}@example.com`)).toBe('code_wrong');
  door.clock.aheadMs += 24 * HOUR_MS + 1;
  expect(await reset(mailed?.link ?? '')).toBe('code_wrong');
});

it('stores codes and links as keyed hashes, against which guesses can’t be tested offline', async () => {
  await askReset(elsewhere());
  const [mailed] = await mailbox();
  const rows = await door.pool.query<{ row: string }>('select c::text as row from mailed_code c');
  const all = rows.rows.map(({ row }) => row).join(' ');
  expect(all).not.toContain(mailed?.link);
  const { createHash } = await import('node:crypto');
  const plain = createHash('sha256').update(`${email}\n${mailed?.code}`).digest('hex');
  expect(all).not.toContain(plain);
});
