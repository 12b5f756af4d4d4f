/**
 * Ten thousand attempts at each secret, over months and from invented addresses. Only attempts that the server compares with the
 * secret are counted.
 */
import { MINUTE_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { Account, OWN_DEVICE, PASSWORD } from './testing/account.ts';

const GUESSES = 10_000;
const AT_ONCE = 40;
/**
 * The chance that one attempt succeeds. An authenticator accepts the codes of three time steps, out of a million; other secrets
 * accept one.
 */
const CHANCES = { totp: 3e-6, one: 1e-6 };
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor({
    attempts: {
      registrationsAddressMax: 1000,
      mailCodesAddressMax: 1_000_000,
      mailCodesMax: 1_000_000,
      loginAddressMax: 1_000_000,
    },
  });
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

/** Returns a different IP address, forged headers and a different device for each attempt, which must not raise any limit. */
function disguise(at: number) {
  const from = (seed: number) => `${1 + (seed % 200)}.${seed % 251}.${seed % 241}.${seed % 239}`;
  return {
    address: from(at),
    headers: {
      'x-forwarded-for': from(at + 1),
      'x-real-ip': from(at + 2),
      forwarded: `for=${from(at + 3)}`,
      'user-agent': `guesser ${at}`,
      cookie: `candor_device=${String(at).padStart(43, 'g')}`,
    },
  };
}

type Told = { readonly error: string; readonly params: Record<string, string> };

/** Makes the attempts one after another and returns their answers. */
async function guessAll(
  guess: (digits: string, at: number) => Promise<{ error: string; params: Record<string, string> }>,
  right: () => string,
): Promise<Told[]> {
  const told: Told[] = [];
  const one = (at: number): Promise<Told> => {
    const digits = String((at * 7919) % 1_000_000).padStart(6, '0');
    // The right code is replaced, so that no attempt succeeds.
    const unlucky = String((Number(digits) + 1) % 1_000_000).padStart(6, '0');
    return guess(digits === right() ? unlucky : digits, at);
  };
  while (told.length < GUESSES) {
    const at = told.length;
    // Attempts are sequential until the account is locked, and then run in concurrent batches.
    const count = told.at(-1)?.error === 'reset_needed' ? Math.min(AT_ONCE, GUESSES - at) : 1;
    told.push(...(await Promise.all(Array.from({ length: count }, (_, next) => one(at + next)))));
    // Thirteen minutes pass per attempt, which amounts to ninety days. The first hundred attempts are made without an interval.
    if (at > 100) door.clock.aheadMs += count * 13 * MINUTE_MS;
  }
  return told;
}

function expectHopeless(
  told: readonly Told[],
  { wrong, chance, decayed }: { wrong: string; chance: number; decayed: number },
): { readonly compared: number } {
  const compared = told.filter(({ error }) => error === wrong).length;
  expect(told.slice(0, 6).map(({ error }) => error)).toEqual([
    ...Array<string>(5).fill(wrong),
    'too_many_attempts',
  ]);
  expect(Number(told[5]?.params['seconds'])).toBeGreaterThan(3590);
  expect(told.at(-1)?.error).toBe('reset_needed');
  // Twenty attempts are compared with the secret, plus one for each earlier attempt that expires within the ninety days.
  expect(compared).toBeGreaterThanOrEqual(20);
  expect(compared).toBeLessThanOrEqual(decayed);
  expect(compared * chance).toBeLessThan(1e-4);
  return { compared };
}

async function answerOf(
  answer: ReturnType<IdentityDoor['call']>,
): Promise<{ error: string; params: Record<string, string> }> {
  const { body } = await answer;
  return body.type === 'ok' ? { error: 'done', params: {} } : { error: body.error, params: body.params };
}

/** Returns a stolen token that stays valid throughout the attack. */
async function stolen(account: Account): Promise<() => Promise<string>> {
  const customer = await account.id();
  let token = '';
  let untilMs = 0;
  return async () => {
    const nowMs = Date.now() + door.clock.aheadMs;
    if (nowMs < untilMs) return token;
    untilMs = nowMs + 24 * 60 * MINUTE_MS;
    token = await door.sessions.open(door.pool, { customer, agent: '', address: '', device: undefined });
    return token;
  };
}

it('prevents guessing an authenticator code with a stolen token', { timeout: 240_000 }, async () => {
  const lena = await Account.open(door, 'lena');
  await lena.bind();
  const tokenOf = await stolen(lena);
  const told = await guessAll(
    async (totp, at) =>
      answerOf(
        door.call('POST safe/anti_phishing', {
          fields: { word: 'mine', totp },
          token: await tokenOf(),
          ...disguise(at),
        }),
      ),
    () => lena.code(),
  );
  const { compared } = expectHopeless(told, {
    wrong: 'confirmation_wrong',
    chance: CHANCES.totp,
    decayed: 20 + 13,
  });
  // A login by an attacker who also has the password is locked as well, but the owner's own device isn't.
  expect(await lena.loginError({ totp: lena.nextCode() })).toBe('reset_needed');
  expect(await lena.loginError({ totp: lena.code() }, OWN_DEVICE)).toBeUndefined();
  // The first four locks are announced, and so is the lock after each attempt that becomes possible again after a week.
  expect((await lena.mails()).filter((kind) => kind === 'guesses_locked')).toHaveLength(4 + compared - 20);
});

it('prevents guessing a trading password with a stolen token', { timeout: 240_000 }, async () => {
  const wei = await Account.open(door, 'wei');
  const set = { password: '482915', re_password: '482915' };
  expect(await wei.errorOf('POST safe/trading_password', { ...set, current_password: PASSWORD })).toBe(
    undefined,
  );
  const tokenOf = await stolen(wei);
  const told = await guessAll(
    async (current, at) =>
      answerOf(
        door.call('POST safe/trading_password', {
          fields: { password: '204718', re_password: '204718', current },
          token: await tokenOf(),
          ...disguise(at),
        }),
      ),
    () => '482915',
  );
  expectHopeless(told, { wrong: 'trading_password_wrong', chance: CHANCES.one, decayed: 20 + 46 });
  const fields = { password: '204718', re_password: '204718', current: '482915' };
  const token = await tokenOf();
  expect(await answerOf(door.call('POST safe/trading_password', { fields, token }))).toMatchObject({
    error: 'reset_needed',
  });
  const own = await door.call('POST safe/trading_password', { fields, token, headers: OWN_DEVICE });
  expect(own.body.type).toBe('ok');
});

it('prevents guessing a mailed code, however many are mailed', { timeout: 240_000 }, async () => {
  const mia = await Account.open(door, 'mia');
  let code = '';
  const mail = async (): Promise<void> => {
    const { body } = await door.call('POST sms_mail', { fields: { email: mia.email } });
    if (body.type === 'ok') code = (body.message as { code: string }).code;
  };
  const password = 'taken-over-1';
  const told = await guessAll(
    async (digits, at) => {
      // Requests a new code before every fifth attempt, as long as codes are sent.
      if (at % 5 === 0) await mail();
      return answerOf(
        door.call('POST user/forget', {
          fields: { email: mia.email, code: digits, password, re_password: password },
          ...disguise(at),
        }),
      );
    },
    () => code,
  );
  expectHopeless(told, { wrong: 'code_wrong', chance: CHANCES.one, decayed: 20 + 46 });
  door.clock.aheadMs += 24 * 60 * MINUTE_MS;
  await mail();
  const fields = { email: mia.email, code, password, re_password: password };
  expect(await answerOf(door.call('POST user/forget', { fields }))).toMatchObject({
    error: 'reset_needed',
  });
  const own = await door.call('POST user/forget', { fields, headers: OWN_DEVICE });
  expect(own.body.type).toBe('ok');
});
