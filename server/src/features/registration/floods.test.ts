/**
 * Floods of mailed codes with the server's actual limits: from many IP addresses to one email address, and from one IP address to
 * many.
 */
import { HOUR_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { LIMITS } from '../../limits.ts';

const { mailCodesAllDayMax, mailCodesAddressMax } = LIMITS.attempts;
const NEWCOMER = {
  ...{ account: 'hunted', password: 'x7!kqz-ok', re_password: 'x7!kqz-ok' },
  ...{ invite_code: 'CANDOR', birth_date: '1990-01-01' },
};
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(() => door.close());

const send = (email: string, from: number) =>
  door.call('POST sms_mail', {
    fields: { email },
    address: `10.${from >> 16}.${(from >> 8) % 256}.${from % 256}`,
  });

async function mailsTo(pattern: string): Promise<number> {
  const found = await door.pool.query<{ n: string }>(
    'select count(*) as n from mail where email_key like $1',
    [pattern],
  );
  return Number(found.rows[0]?.n);
}

it('sends at most forty codes a day to one email address, even if a thousand IP addresses request them', async () => {
  let accepted = 0;
  for (let hour = 0; hour < 4; hour += 1) {
    const sent = Array.from({ length: 250 }, (_, at) => {
      const email = at % 2 === 0 ? 'flooded@example.com' : 'FLOODED@example.com';
      return send(email, hour * 250 + at);
    });
    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    accepted += answers.filter(({ status }) => status === 200).length;
    door.clock.aheadMs += HOUR_MS;
  }
  expect(await mailsTo('flooded@%')).toBe(accepted);
  expect(accepted).toBeGreaterThan(5);
  expect(accepted).toBeLessThanOrEqual(mailCodesAllDayMax);
});

it('sends at most three hundred codes an hour on request of one IP address, to any email addresses', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, at) => send(`sprayed${at}@example.com`, 7)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mailCodesAddressMax);
  expect(await mailsTo('sprayed%')).toBe(mailCodesAddressMax);
  expect(door.errors).toEqual([]);
});

it('opens an account with the mailed link, however many codes others have requested and tried', async () => {
  const email = 'hunted@example.com';
  const elsewhere = (at: number) => `10.7.${at >> 8}.${at % 256}`;
  const fields = { ...NEWCOMER, email };
  await door.call('POST sms_mail', { fields: { email, purpose: 'register' }, address: '203.0.113.7' });
  for (let at = 0; at < 60; at += 1) {
    await door.call('POST sms_mail', { fields: { email, purpose: 'register' }, address: elsewhere(at) });
    const code = String(at).padStart(6, '0');
    await door.call('POST user/register', { fields: { ...fields, code }, address: elsewhere(at) });
  }
  const mails = await door.pool.query<{ text: string }>(
    'select m.text from mail m where m.email_key = $1 order by m.id',
    [email],
  );
  const texts = mails.rows.map(({ text }) => text);
  // Each mail contains a usable link, even if somebody else requested it.
  expect(texts).toHaveLength(40);
  const links = texts.map((text) => /[?&]link=([\w-]{22})/.exec(text)?.[1] ?? '');
  expect(new Set(links).size).toBe(40);
  const [first = ''] = links;
  const wrongCode = /\b\d{6}\b/.exec(texts[0] ?? '')?.[0] ?? '';
  const locked = await door.call('POST user/register', {
    fields: { ...fields, code: wrongCode },
    address: '203.0.113.7',
  });
  expect(locked.body.type).toBe('error');
  const opened = await door.call('POST user/register', {
    fields: { ...fields, code: first },
    address: '203.0.113.7',
  });
  expect(opened.body.type).toBe('ok');
  const again = await door.call('POST user/register', {
    fields: { ...fields, account: 'hunted2', code: links[1] ?? '' },
    address: '203.0.113.7',
  });
  expect(again.body).toMatchObject({ error: 'code_wrong' });
});
