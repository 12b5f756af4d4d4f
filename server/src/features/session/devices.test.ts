/** A customer's sessions, the recognition of known devices, and notices of new devices. */
import { HOUR_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { CallOptions, IdentityDoor } from '@candor/testing/identity-door.ts';

const PASSWORD = 'x7!kqz-ok';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
/** The address of the proxy that terminates https. */
const PROXY = '127.0.0.1';
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor({
    trustedProxies: PROXY,
    attempts: {
      registrationsAddressMax: 1000,
      mailCodesAddressMax: 1000,
      mailCodesMax: 1000,
      loginAddressMax: 100_000,
    },
  });
});
afterAll(() => door.close());

const login = (account: string, password: string, from: CallOptions = {}) =>
  door.call('POST user/login', { fields: { account, password }, ...from });

async function errorOf(answer: ReturnType<IdentityDoor['call']>): Promise<string | undefined> {
  const { body } = await answer;
  return body.type === 'ok' ? undefined : body.error;
}

async function signIn(account: string, from: CallOptions = {}): Promise<{ token: string; device: string }> {
  const { body, device } = await login(account, PASSWORD, from);
  if (body.type !== 'ok' || device === undefined) throw new Error(JSON.stringify(body));
  return { token: body.message as string, device };
}

async function read<Answer>(name: string, token: string, fields = {}): Promise<Answer> {
  const { body } = await door.call(name, { token, fields });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Answer;
}

type Listed = CallOutput<'GET user/sessions'>;
type Logins = CallOutput<'GET user/logins'>;
type OwnMail = CallOutput<'GET demo/mail'>;

describe('the device cookie', () => {
  it('is set by a login, kept by the next login, and inaccessible to scripts and other sites', async () => {
    await door.register('cookie');
    const left = async (proto: string, remoteAddress: string) => {
      const answer = await door.app.inject({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'x-forwarded-proto': proto },
        payload: { account: 'cookie', password: PASSWORD },
        remoteAddress,
      });
      return answer.headers['set-cookie'];
    };
    const cookie = 'candor_device=[\\w-]{43}; Path=/api; Max-Age=34560000; HttpOnly; SameSite=Strict';
    expect(await left('https', PROXY)).toMatch(new RegExp(`^${cookie}; Secure$`));
    // Without https a browser would reject a cookie marked as secure. Only the proxy is trusted to report the original protocol.
    expect(await left('http', PROXY)).toMatch(new RegExp(`^${cookie}$`));
    expect(await left('https', '10.3.0.9')).toMatch(new RegExp(`^${cookie}$`));
    const first = await signIn('cookie');
    const again = await signIn('cookie', { device: first.device });
    expect(again.device).toBe(first.device);
    expect((await signIn('cookie')).device).not.toBe(first.device);
  });

  it('is not set by a failed login or any other call, and is ignored if malformed', async () => {
    const { device: left } = await login('cookie', 'wrong-one');
    expect(left).toBeUndefined();
    const { token } = await signIn('cookie');
    expect((await door.call('GET user/info', { token })).device).toBeUndefined();
    expect((await signIn('cookie', { device: 'candor_device=short' })).device).toMatch(/=[\w-]{43}$/);
  });

  it('does not authenticate a request', async () => {
    const { device } = await signIn('cookie');
    expect(await errorOf(door.call('GET user/info', { device }))).toBe('session_ended');
  });
});

describe('sessions', () => {
  it('are listed with browser, system, address and time, and can be ended one by one or all except the current one', async () => {
    await door.register('lister');
    const here = await signIn('lister', { headers: { 'user-agent': FIREFOX }, address: '10.1.0.1' });
    const there = await signIn('lister', { address: '10.1.0.2' });
    const listed = await read<Listed>('GET user/sessions', here.token);
    expect(listed).toHaveLength(3);
    expect(listed.find(({ current }) => current)).toMatchObject({
      ...{ browser: 'Firefox 144', system: 'Linux', address: '10.1.0.1' },
      created_at: expect.closeTo((Date.now() + door.clock.aheadMs) / 1000, -1),
    });
    const id = listed.find(({ address }) => address === '10.1.0.2')?.id;
    const left = await read<Listed>('POST user/sessions_end', here.token, { id });
    expect(left).toHaveLength(2);
    expect(await errorOf(door.call('GET user/info', { token: there.token }))).toBe('session_ended');
    expect(await read<Listed>('POST user/sessions_end', here.token)).toHaveLength(1);
    expect(await read<Listed>('GET user/sessions', here.token)).toMatchObject([{ current: true }]);
  });

  it('of another customer can’t be ended', async () => {
    const theirs = await door.register('theirs');
    const { id } = (await read<Listed>('GET user/sessions', theirs))[0] ?? {};
    const mine = await door.register('mine');
    expect(await errorOf(door.call('POST user/sessions_end', { token: mine, fields: { id } }))).toBe(
      'not_found',
    );
    expect(await read<Listed>('GET user/sessions', theirs)).toHaveLength(1);
  });
});

describe('announcing a new device', () => {
  it('mails the customer in their language, with their anti-phishing word, once per device', async () => {
    const token = await door.register('mailed');
    await door.call('POST set/lang', { token, fields: { language: 'es' } });
    await door.pool.query(
      `update customer set anti_phishing_word = 'Blue $& heron' where account = 'mailed'`,
    );
    const { device } = await signIn('mailed', { headers: { 'user-agent': FIREFOX }, address: '10.2.0.1' });
    await signIn('mailed', { device });
    const mails = await read<OwnMail>('GET demo/mail', token);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Inicio de sesión en un dispositivo nuevo',
      'Create your account',
    ]);
    expect(mails[0]?.text).toContain('Firefox 144, Linux, desde la dirección IP 10.2.0.1');
    expect(mails[0]?.text.split('\n').at(-1)).toBe('Tu código antiphishing: Blue $& heron');
  });

  it('mails nothing at registration', async () => {
    const token = await door.register('newcomer');
    expect(await read<OwnMail>('GET demo/mail', token)).toHaveLength(1);
  });

  it('shows the new owner of an email address no mail to its earlier owner', async () => {
    const token = await door.register('mover');
    const move = (email: string) =>
      door.pool.query(`update customer set email = $1, email_key = $1 where account = 'mover'`, [email]);
    await move('next@example.com');
    await signIn('mover');
    await move('moved@example.com');
    const successor = await door.register('next');
    const subjects = async (of: string) =>
      (await read<OwnMail>('GET demo/mail', of)).map(({ subject }) => subject);
    expect(await subjects(successor)).toEqual(['Create your account']);
    expect(await subjects(token)).toContain('New device logged in');
  });

  it('shows in a demo’s public mailbox only mails with codes, without the anti-phishing word', async () => {
    await door.call('POST sms_mail', { fields: { email: 'mailed@example.com' } });
    const { body } = await door.call('GET demo/mailbox', { fields: { email: 'mailed@example.com' } });
    expect(JSON.stringify(body)).not.toContain('heron');
    expect(body.message).toHaveLength(2);
  });
});

it('lists a customer’s security events in pages, newest first', async () => {
  const token = await door.register('history');
  for (let at = 0; at < 12; at += 1) {
    await signIn('history');
    await login('history', 'wrong-one');
  }
  const first = await read<Logins>('GET user/logins', token);
  expect(first.items).toHaveLength(20);
  expect(first.items.slice(0, 2).map(({ kind }) => kind)).toEqual(['login_failed', 'login']);
  const second = await read<Logins>('GET user/logins', token, { cursor: first.next });
  expect(second.items.map(({ kind }) => kind).at(-1)).toBe('registered');
  expect(second.next).toBeNull();
  expect(first.items.length + second.items.length).toBe(25);
  expect(await errorOf(door.call('GET user/logins', { token, fields: { cursor: 'x' } }))).toBe(
    'parameter_wrong',
  );
});

describe('password attempts', () => {
  const strange = (guess: number): CallOptions => ({
    address: `10.9.${guess >> 8}.${guess % 256}`,
    headers: { 'x-forwarded-for': `192.0.2.${guess % 256}` },
  });

  it('are refused after five concurrent failures, except from the customer’s own device', async () => {
    await door.register('target');
    const { device } = await signIn('target', { address: '10.3.0.1' });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => errorOf(login('target', `guess-${at}`, strange(at)))),
    );
    expect(answers.filter((code) => code === 'login_wrong')).toHaveLength(5);
    expect(answers.filter((code) => code === 'too_many_attempts')).toHaveLength(25);
    expect(await errorOf(login('target', PASSWORD, strange(31)))).toBe('too_many_attempts');
    expect(await errorOf(login('target', PASSWORD, { device, ...strange(32) }))).toBeUndefined();
    expect(await errorOf(login('target', PASSWORD, { address: '10.3.0.1' }))).toBeUndefined();
  });

  it('are limited to twenty and then about four a day, except from the owner’s device, until the password is reset', async () => {
    await door.register('besieged');
    const { device } = await signIn('besieged', { address: '10.3.0.1' });
    const answers = new Map<string | undefined, number>();
    const turns = 36;
    for (let turn = 0; turn < turns; turn += 1) {
      const failedAttempts = Array.from({ length: 20 }, (_, at) => turn * 20 + at);
      const codes = failedAttempts.map((guess) =>
        errorOf(login('besieged', `guess-${guess}`, strange(guess))),
      );
      for (const code of await Promise.all(codes)) answers.set(code, (answers.get(code) ?? 0) + 1);
      // The first attempts are made as soon as they are allowed, the later ones as earlier attempts expire.
      door.clock.aheadMs += turn < 4 ? HOUR_MS : 20 * HOUR_MS;
    }
    expect(new Set(answers.keys())).toEqual(new Set(['login_wrong', 'too_many_attempts', 'reset_needed']));
    expect(answers.get('login_wrong')).toBeGreaterThan(20);
    expect(answers.get('login_wrong')).toBeLessThanOrEqual(20 + 4 * 30);
    expect(await errorOf(login('besieged', PASSWORD, { device }))).toBeUndefined();

    const email = 'besieged@example.com';
    const { body } = await door.call('POST sms_mail', { fields: { email } });
    const { code } = body.message as { code: string };
    const fields = { email, code, password: 'n3xt!one', re_password: 'n3xt!one' };
    expect(await errorOf(door.call('POST user/forget', { fields }))).toBeUndefined();
    expect(await errorOf(login('besieged', 'n3xt!one', strange(1)))).toBeUndefined();
  }, 120_000);
});

it('logs no internal error in any of these tests', () => {
  expect(door.errors).toEqual([]);
});
