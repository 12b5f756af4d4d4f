/** Registration through the API, on PostgreSQL. */
import { MINUTE_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';

const PASSWORD = 'x7!kqz-ok';
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor({
    attempts: { registrationsAddressMax: 1000, mailCodesAddressMax: 1000, loginAddressMax: 1000 },
  });
});
afterAll(() => door.close());

async function mailedCode(email: string): Promise<string> {
  const { body } = await door.call('POST sms_mail', { fields: { email, purpose: 'register' } });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return (body.message as { code: string }).code;
}

function registration(over: Readonly<Record<string, string>>): Record<string, string> {
  return {
    account: 'nobody',
    email: 'nobody@example.com',
    code: '000000',
    password: PASSWORD,
    re_password: PASSWORD,
    invite_code: 'CANDOR',
    birth_date: '1990-01-01',
    ...over,
  };
}

const register = (over: Readonly<Record<string, string>>) =>
  door.call('POST user/register', { fields: registration(over) });

async function refusalOf(answer: ReturnType<IdentityDoor['call']>): Promise<string | undefined> {
  const { body } = await answer;
  return body.type === 'ok' ? undefined : body.error;
}

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const found = await door.pool.query<{ n: string }>(`select count(*) as n from ${sql}`, values);
  return Number(found.rows[0]?.n);
}

describe('a registration', () => {
  it('opens a book, an account and a session, and assigns an invite code', async () => {
    const token = await door.register('Lena');
    const { body } = await door.call('GET user/info', { token });
    expect(body).toMatchObject({
      type: 'ok',
      message: { account: 'Lena', email: 'l***@example.com', credit_score: 80, kyc_status: 'not_started' },
    });
    const { id, invite_code } = body.message as { id: string; invite_code: string };
    expect(await count('book where id = $1', [id])).toBe(1);
    const code = await mailedCode('friend@example.com');
    const invited = await register({ account: 'friend', email: 'friend@example.com', code, invite_code });
    expect(invited.status).toBe(200);
    expect(await count('customer where invited_by = $1', [id])).toBe(1);
  });

  it('stores the password and the token only as hashes', async () => {
    const token = await door.register('quiet');
    const stored = await door.pool.query(
      `select c.password_hash, encode(s.token_hash, 'base64') as token_hash from customer c
        join session s on s.customer = c.id where c.account = 'quiet'`,
    );
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    expect(stored.rows[0].password_hash).toMatch(/^\$argon2id\$/);
  });

  it.each([
    ['an empty account name', { account: '' }, 'parameter_missing'],
    ['a name with a look-alike letter', { account: 'lenа' }, 'parameter_wrong'],
    ['a name with a space', { account: 'le na' }, 'parameter_wrong'],
    ['a name with a space after it', { account: 'lena ' }, 'parameter_wrong'],
    ['a name in full-width letters', { account: 'ｌｅｎａ' }, 'parameter_wrong'],
    ['an invalid email address', { email: 'lena' }, 'parameter_wrong'],
    ['a short password', { password: 'a1b2c', re_password: 'a1b2c' }, 'password_length'],
    ['passwords that differ', { re_password: 'x7!kqz-oK' }, 'passwords_differ'],
    ['a common password', { password: 'qwerty123', re_password: 'qwerty123' }, 'password_common'],
    ['a minor’s birth date', { birth_date: '2020-01-01' }, 'too_young'],
    ['a code that was never sent', {}, 'code_wrong'],
  ])('is refused with %s', async (_, over, code) => {
    const before = await count('customer');
    expect(await refusalOf(register(over))).toBe(code);
    expect(await count('customer')).toBe(before);
  });

  it('is refused with an unknown invite code, and leaves the mailed code usable', async () => {
    const email = 'later@example.com';
    const code = await mailedCode(email);
    expect(await refusalOf(register({ account: 'later', email, code, invite_code: 'NOBODY' }))).toBe(
      'invite_code_wrong',
    );
    expect(await refusalOf(register({ account: 'later', email, code }))).toBeUndefined();
  });

  it('is refused with a taken name in upper or lower case', async () => {
    await door.register('Taken');
    const code = await mailedCode('other@example.com');
    expect(await refusalOf(register({ account: 'tAKEN', email: 'other@example.com', code }))).toBe(
      'account_taken',
    );
  });

  it('with a registered email address is answered like a wrong code, and notifies the address’s owner', async () => {
    await door.register('owner');
    const code = await mailedCode('owner@example.com');
    const wrong = await register({ account: 'fresh', email: 'owner@example.com', code: '000000' });
    const taken = await register({ account: 'fresh', email: 'OWNER@example.com', code });
    expect(taken.body).toEqual(wrong.body);
    expect(await count(`mail where kind = 'email_in_use' and email = 'owner@example.com'`)).toBe(1);
  });
});

const LOOK_ALIKES = [
  'Wilson',
  'WILSON',
  'w1lson',
  'vvilson',
  'wi1s0n',
  'VVlLS0N',
  'Wiison',
  'wllson',
  'WilsOn',
];

describe('fifty concurrent registrations', () => {
  it.each([
    [
      'one name in letters that look alike',
      (at: number) => ({
        account: LOOK_ALIKES[at % LOOK_ALIKES.length] ?? '',
        email: `wilson${at}@example.com`,
      }),
    ],
    [
      'one name',
      (at: number) => ({ account: at % 2 === 0 ? 'Racer' : 'rACER', email: `racer${at}@example.com` }),
    ],
    [
      'one email address',
      (at: number) => ({
        account: `mailer${at}`,
        email: at % 2 === 0 ? 'race@example.com' : 'RACE@example.com',
      }),
    ],
  ])('of %s succeed exactly once', async (_, who) => {
    const people = Array.from({ length: 50 }, (_none, at) => who(at));
    const emails = [...new Set(people.map((person) => person.email.toLowerCase()))];
    const codes = new Map(
      await Promise.all(emails.map(async (email) => [email, await mailedCode(email)] as const)),
    );
    const before = await count('customer');
    const answers = await Promise.all(
      people.map((person) =>
        refusalOf(register({ ...person, code: codes.get(person.email.toLowerCase()) ?? '' })),
      ),
    );
    expect(answers.filter((code) => code === undefined)).toHaveLength(1);
    expect(await count('customer')).toBe(before + 1);
    expect(new Set(answers)).not.toContain('request_failed');
  });
});

describe('a mailed code', () => {
  it('is accepted only once', async () => {
    const code = await mailedCode('once@example.com');
    expect(await refusalOf(register({ account: 'once', email: 'once@example.com', code }))).toBeUndefined();
    expect(await refusalOf(register({ account: 'twice', email: 'once@example.com', code }))).toBe(
      'code_wrong',
    );
  });

  it('is invalidated by the next code for its address', async () => {
    const older = await mailedCode('newer@example.com');
    let newer = await mailedCode('newer@example.com');
    while (newer === older) newer = await mailedCode('newer@example.com');
    expect(await refusalOf(register({ account: 'newer', email: 'newer@example.com', code: older }))).toBe(
      'code_wrong',
    );
    expect(
      await refusalOf(register({ account: 'newer', email: 'newer@example.com', code: newer })),
    ).toBeUndefined();
  });

  it('is valid only for the address to which it was mailed', async () => {
    await mailedCode('a1@example.com');
    const code = await mailedCode('b1@example.com');
    expect(await refusalOf(register({ account: 'cross', email: 'a1@example.com', code }))).toBe('code_wrong');
  });

  it('expires after ten minutes', async () => {
    const code = await mailedCode('slow@example.com');
    door.clock.aheadMs += 10 * MINUTE_MS + 1;
    expect(await refusalOf(register({ account: 'slow', email: 'slow@example.com', code }))).toBe(
      'code_wrong',
    );
  });

  it('is locked after five wrong attempts, even if they are concurrent', async () => {
    const code = await mailedCode('guess@example.com');
    const other = code === '000000' ? '000001' : '000000';
    const tries = Array.from({ length: 20 }, () =>
      refusalOf(register({ account: 'guess', email: 'guess@example.com', code: other })),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter((answer) => answer === 'code_wrong')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'too_many_attempts')).toHaveLength(15);
    // The right code is refused too: for an hour because all attempts are, and afterwards because this code stays locked.
    expect(await refusalOf(register({ account: 'guess', email: 'guess@example.com', code }))).toBe(
      'too_many_attempts',
    );
    await door.pool.query('delete from guess');
    expect(await refusalOf(register({ account: 'guess', email: 'guess@example.com', code }))).toBe(
      'code_wrong',
    );
  });

  it('allows twenty wrong attempts per email address, however many codes are sent to it', async () => {
    const answers: (string | undefined)[] = [];
    for (let hour = 0; hour < 6; hour += 1) {
      const code = await mailedCode('hunted@example.com');
      const other = code === '000000' ? '000001' : '000000';
      for (let at = 0; at < 7; at += 1) {
        const email = at % 2 === 0 ? 'hunted@example.com' : 'Hunted@Example.com';
        answers.push(await refusalOf(register({ account: 'hunter', email, code: other })));
      }
      door.clock.aheadMs += 60 * MINUTE_MS;
    }
    expect(answers.filter((answer) => answer === 'code_wrong')).toHaveLength(20);
    expect(new Set(answers.slice(-7))).toEqual(new Set(['reset_needed']));
  });

  it('is sent at most five times an hour and ten times a day; a refusal states when to retry', async () => {
    const fields = { email: 'flood@example.com' };
    for (let hour = 0; hour < 2; hour += 1) {
      for (let at = 0; at < 5; at += 1)
        expect(await refusalOf(door.call('POST sms_mail', { fields }))).toBeUndefined();
      const { status, body } = await door.call('POST sms_mail', { fields });
      expect(status).toBe(429);
      expect(body).toMatchObject({
        error: 'too_many_attempts',
        params: { seconds: expect.stringMatching(/^\d+$/) },
      });
      door.clock.aheadMs += 60 * MINUTE_MS;
    }
    expect(await refusalOf(door.call('POST sms_mail', { fields }))).toBe('too_many_attempts');
    door.clock.aheadMs += 23 * 60 * MINUTE_MS;
    expect(await refusalOf(door.call('POST sms_mail', { fields }))).toBeUndefined();
  });

  it('appears in the demo’s mailbox whether or not the address is registered', async () => {
    await door.register('boxed');
    await door.call('POST sms_mail', { fields: { email: 'unboxed@example.com', lang: 'es' } });
    for (const email of ['boxed@example.com', 'unboxed@example.com']) {
      const { body } = await door.call('GET demo/mailbox', { fields: { email } });
      expect(body).toMatchObject({ type: 'ok', message: [{ subject: expect.any(String) }] });
    }
    const { body } = await door.call('GET demo/mailbox', { fields: { email: 'unboxed@example.com' } });
    expect(JSON.stringify(body)).toContain('Tu código para crear una cuenta es');
  });
});

describe('retrying a registration whose response was lost', () => {
  const KEY = '6f1f0b1e-7e60-4d0c-9c39-4b2a3c0d5e11';
  const again = (fields: Readonly<Record<string, string>>, key = KEY) =>
    door.call('POST user/register', { fields, headers: { 'idempotency-key': key } });
  let fields: Record<string, string>;

  it('returns the same valid token, however often and concurrently', async () => {
    const code = await mailedCode('lost@example.com');
    fields = registration({ account: 'lostanswer', email: 'lost@example.com', code });
    const answers = await Promise.all(Array.from({ length: 4 }, () => again(fields)));
    const tokens = new Set(answers.map(({ body }) => (body.type === 'ok' ? body.message : body.error)));
    expect([...tokens]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    const { body } = await door.call('GET user/info', { token: [...tokens][0] as string });
    expect(body).toMatchObject({ type: 'ok', message: { account: 'lostanswer' } });
    expect(await count(`customer where account = 'lostanswer'`)).toBe(1);
    expect(await count(`session s join customer c on c.id = s.customer where c.account = 'lostanswer'`)).toBe(
      1,
    );
  });

  it('is refused with a different password, and changes no other registration', async () => {
    const other = { password: 'x7!kqz-no', re_password: 'x7!kqz-no' };
    expect(await refusalOf(again({ ...fields, ...other }))).toBe('key_reused');
    const code = await mailedCode('second@example.com');
    const second = registration({ account: 'secondone', email: 'second@example.com', code });
    expect(await refusalOf(again(second))).toBe('key_reused');
    expect(await refusalOf(again(fields, 'another-key'))).toBe('code_wrong');
    expect(await refusalOf(again(second, 'another-key'))).toBeUndefined();
  });

  it('is refused after a day', async () => {
    door.clock.aheadMs += 25 * 60 * MINUTE_MS;
    expect(await refusalOf(again(fields))).toBe('code_wrong');
  });
});

it('logs no internal error in any of these tests', () => {
  expect(door.errors).toEqual([]);
});

it('the database rejects writes outside the privileges of the role that serves registrations', async () => {
  await expect(door.pool.query(`update customer set invited_by = 0`)).rejects.toThrow(/permission denied/);
  await expect(door.pool.query(`update customer set credit_score = 100`)).rejects.toThrow(/without a record/);
  await expect(door.pool.query(`delete from customer`)).rejects.toThrow(/permission denied/);
});
