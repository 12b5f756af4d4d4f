/**
 * Attacks on identity against the whole server through the customers' server, on separate sockets and addresses, with requests
 * that a thief, a guesser or a script would send. The features' own tests cover their refusals; these tests cover the
 * guarantees that the features provide together.
 */
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@candor/protocol/features.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { codeTo, join, knock, newAddress, resetLinkTo, wellAnswered } from '@candor/testing/front-door.ts';
import type { Member } from '@candor/testing/front-door.ts';
import { changeStandingOf } from '@candor/testing/standing.ts';
import { createPool } from '../src/db/pool.ts';
import { totpCode, totpStep } from '../src/identity/factors/totp.ts';
import { breaches } from '../src/app/breaches.ts';

let server: WholeServer;
let origin: string;
let victim: Member;
let thief: Member;

beforeAll(async () => {
  server = await openWholeServer();
  ({ origin } = server);
  victim = await join(origin, 'victim');
  thief = await join(origin, 'thief');
});
afterAll(async () => {
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  const pool = createPool(server.url, { max: 1 });
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  await server.stop();
});

const rows = Object.entries(calls) as [string, CallRow][];
const own = rows.filter(([, row]) => row.who === 'customer').map(([name]) => name);

async function errorOf(name: string, sent: Parameters<typeof knock>[2]): Promise<string | undefined> {
  const { body } = await knock(origin, name, sent);
  return body.type === 'ok' ? undefined : body.error;
}

const login = ({ account, password }: Member, more: Record<string, unknown> = {}) => ({
  fields: { account, password, ...more },
});

async function signIn(member: Member): Promise<string> {
  const { body } = await knock(origin, 'POST user/login', login(member));
  return wellAnswered(body) as string;
}

/** Binds an authenticator to a customer, and returns its secret. */
async function bindAuthenticator(member: Member): Promise<string> {
  const { token, password } = member;
  const read = await knock(origin, 'POST safe/google', { token, fields: { action: 'read' } });
  const { secret } = wellAnswered(read.body) as { secret: string };
  const code = totpCode(secret, totpStep(Date.now()) - 1);
  const fields = { action: 'bind', code, current_password: password };
  wellAnswered((await knock(origin, 'POST safe/google', { token, fields })).body);
  return secret;
}

/** Opens a socket that is logged in. `closed` resolves with the reason for which the socket was closed. */
async function socketOf(token: string): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = io(origin, { transports: ['websocket'], reconnection: false });
  const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });
  const answer = (await socket.emitWithAck('authenticate', token)) as { ok: boolean };
  if (!answer.ok) {
    socket.close();
    throw new Error('expected the socket to be accepted, found it rejected');
  }
  return { socket, closed };
}

function within<Result>(ms: number, wanted: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`expected an event within ${ms} ms, got none`)), ms).unref();
  });
  return Promise.race([wanted, late]);
}

describe('a token', () => {
  it('is rejected after any modification or when combined with another token', async () => {
    const token = await signIn(victim);
    const flipped = Array.from({ length: 8 }, (_, at) => {
      const bytes = Buffer.from(token, 'base64url');
      bytes[at * 4] = (bytes[at * 4] ?? 0) ^ (1 << at);
      return bytes.toString('base64url');
    });
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
      '{"sub":"100001"}',
    ).toString('base64url')}.`;
    const bent = [
      ...flipped,
      ...[token.slice(0, -1), token.slice(1), `${token}A`, `${token} `, ` ${token}`, token.toUpperCase()],
      ...[`Basic ${token}`, `Bearer  ${token}`, `bearer ${token}`, `${token}, ${thief.token}`, unsigned],
      ...['null', 'undefined', '0', '{}', '[object Object]', '*', '%00', "' or 1=1 --"],
    ];
    const answers = await Promise.all(
      bent.map(async (one) => [one, await errorOf('GET user/info', { headers: { authorization: one } })]),
    );
    // Whitespace around a header's value is part of HTTP and not of the token.
    const trimmed = new Set([`${token} `, ` ${token}`]);
    for (const [one, error] of answers) {
      expect([one, error]).toEqual([one, trimmed.has(one ?? '') ? undefined : 'session_ended']);
    }
  });

  it('is rejected in a query string, a cookie or a body, whatever the call', async () => {
    for (const name of own.filter((one) => one.startsWith('GET '))) {
      const sent = { fields: { token: victim.token, authorization: victim.token } };
      expect([name, await errorOf(name, sent)]).toEqual([name, 'session_ended']);
      const inCookie = { headers: { cookie: `token=${victim.token}; authorization=${victim.token}` } };
      expect([name, await errorOf(name, inCookie)]).toEqual([name, 'session_ended']);
    }
  });

  it('becomes invalid when the password is changed in another session, which also closes its sockets', async () => {
    const changing = await join(origin, 'changing');
    const stolen = await signIn(changing);
    const { closed, socket } = await socketOf(stolen);
    const password = 'an-oth3r!one';
    const fields = { old_password: changing.password, password, re_password: password };
    wellAnswered((await knock(origin, 'POST safe/update_password', { token: changing.token, fields })).body);
    await within(5000, closed);
    socket.close();
    expect(await errorOf('GET user/info', { token: stolen })).toBe('session_ended');
    expect(await errorOf('GET user/info', { token: changing.token })).toBeUndefined();
    await expect(socketOf(stolen)).rejects.toThrow('found it rejected');
  });
});

describe('customers’ data', () => {
  it('are returned for the session’s customer, even if fields name a different customer', async () => {
    const info = wellAnswered((await knock(origin, 'GET user/info', { token: victim.token })).body) as {
      id: string;
    };
    const names = ['customer', 'customer_id', 'user', 'user_id', 'userId', 'id', 'book', 'account', 'owner'];
    const fields = Object.fromEntries(names.map((name) => [name, info.id]));
    for (const name of own.filter((one) => one.startsWith('GET '))) {
      const { body } = await knock(origin, name, { token: thief.token, fields });
      expect(JSON.stringify(body)).not.toMatch(/victim/);
    }
  });

  it('include no sessions or passkeys of other customers', async () => {
    const { body } = await knock(origin, 'GET user/sessions', { token: victim.token });
    const ids = (wellAnswered(body) as { id: string }[]).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    for (const id of [...ids, '0', '1', '9'.repeat(18), '9'.repeat(19), '-1', '0x10', '1e3']) {
      const fields = { id, current_password: thief.password };
      expect([id, await errorOf('POST user/sessions_end', { token: thief.token, fields })]).toEqual([
        id,
        'not_found',
      ]);
      expect([id, await errorOf('POST safe/passkey_remove', { token: thief.token, fields })]).toEqual([
        id,
        'not_found',
      ]);
    }
    expect(await errorOf('GET user/info', { token: victim.token })).toBeUndefined();
  });
});

describe('a stolen token', () => {
  it('can change nothing that protects the account, whatever is sent with it', async () => {
    const rich = await join(origin, 'rich');
    await bindAuthenticator(rich);
    const stolen = rich.token;
    const email = 'thief-new@example.com';
    const code = await codeTo(origin, email, 'contact');
    const failedAttempts = [
      {},
      { totp: '' },
      { totp: '000000' },
      { current_password: rich.password },
      { passkey: '{}' },
      { message: 'x', sign: '0x00' },
      { totp: '123456', current_password: rich.password, confirmed: true, time: Date.now(), step: 1 },
    ];
    const changes: readonly (readonly [string, Record<string, unknown>])[] = [
      ['POST safe/email', { email, code }],
      ['POST safe/anti_phishing', { word: 'mine' }],
      ['POST safe/google', { action: 'unbind' }],
      ['POST safe/google', { action: 'renew_codes' }],
      ['POST safe/trading_password', { password: '835171', re_password: '835171' }],
      ['POST user/export', {}],
      ['POST user/close', { account: 'rich' }],
    ];
    const before = (await knock(origin, 'GET safe/overview', { token: stolen })).body;
    for (const [name, fields] of changes) {
      for (const given of failedAttempts) {
        const error = await errorOf(name, { token: stolen, fields: { ...fields, ...given } });
        expect([name, error]).not.toEqual([name, undefined]);
      }
    }
    expect((await knock(origin, 'GET safe/overview', { token: stolen })).body).toEqual(before);
  });
});

describe('password guessing', () => {
  it('is limited as if all unknown devices were one, whatever addresses they claim, and does not lock out the account’s owner', async () => {
    const target = await join(origin, 'target');
    const heard = new Map<string, number>();
    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const error = await errorOf('POST user/login', {
          fields: { account: at % 2 === 0 ? 'TARGET' : target.email, password: `guess-${at}` },
          address: newAddress(),
          headers: {
            'x-forwarded-for': `10.0.${at}.1`,
            'x-real-ip': `10.1.${at}.1`,
            forwarded: `for=10.2.${at}.1`,
            cookie: `candor_device=${'A'.repeat(42)}${String.fromCodePoint(65 + (at % 26))}`,
          },
        });
        heard.set(error ?? 'in', (heard.get(error ?? 'in') ?? 0) + 1);
      }),
    );
    expect(heard.get('in')).toBeUndefined();
    // There are five attempts for the account name and five for its email address, because a shared counter would reveal that
    // they belong together.
    expect(heard.get('login_wrong') ?? 0).toBeLessThanOrEqual(10);
    // An unknown device with the valid password must wait too, but the known device need not.
    expect(await errorOf('POST user/login', login(target))).toBe('too_many_attempts');
    const known = { ...login(target), device: target.device };
    expect(await errorOf('POST user/login', known)).toBeUndefined();
  });

  it('gets the same answers for existing and nonexistent names: first rejections, then a lock', async () => {
    const outcomes = async (account: string) => {
      const heard: string[] = [];
      for (let at = 0; at < 7; at += 1) {
        heard.push(
          (await errorOf('POST user/login', { fields: { account, password: 'wr0ng!one' } })) ?? 'in',
        );
      }
      return heard;
    };
    const somebody = await join(origin, 'somebody');
    expect(await outcomes('nobody-at-all')).toEqual(await outcomes(somebody.account));
  });
});

describe('resetting a forgotten password', () => {
  it('requires the second factor, ends every session and socket, and holds withdrawals', async () => {
    const careless = await join(origin, 'careless');
    const secret = await bindAuthenticator(careless);
    const { closed, socket } = await socketOf(careless.token);
    const password = 'n3w!pass-ok';
    const code = await resetLinkTo(origin, careless.email);
    const fields = { email: careless.email, code, password, re_password: password };
    const spoken = [{}, { totp: '000000' }, { totp: totpCode(secret, totpStep(Date.now()) - 1) }];
    for (const given of spoken) {
      const error = await errorOf('POST user/forget', { fields: { ...fields, ...given } });
      expect(error).toMatch(/^confirmation_(needed|wrong)$/);
    }
    const totp = totpCode(secret, totpStep(Date.now()) + 1);
    expect(await errorOf('POST user/forget', { fields: { ...fields, totp } })).toBeUndefined();
    await within(5000, closed);
    socket.close();
    expect(await errorOf('GET user/info', { token: careless.token })).toBe('session_ended');
    // The successful reset has used up the code.
    expect(await errorOf('POST user/forget', { fields: { ...fields, totp } })).toBe('code_wrong');
  });
});

describe('a locked or frozen customer', () => {
  it('has an invalid token if locked, and can read and cancel orders if frozen', async () => {
    const pool = createPool(server.url, { max: 1 });
    const [locked, frozen] = [await join(origin, 'lockedout'), await join(origin, 'frozenin')];
    const resting = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.001', price: '1000' };
    const placed = await knock(origin, 'POST coin/trade', { token: frozen.token, fields: resting });
    const { id } = wellAnswered(placed.body) as { id: string };
    const { closed, socket } = await socketOf(locked.token);
    await changeStandingOf(pool, 'lockedout', 'lock');
    await changeStandingOf(pool, 'frozenin', 'freeze');
    await pool.end();
    // The session is cached for at most five seconds, even in a process that was not notified.
    await within(8000, closed);
    socket.close();
    expect(await errorOf('POST user/login', login(locked))).toBe('account_locked');
    expect(await errorOf('GET user/info', { token: locked.token })).toMatch(/account_locked|session_ended/);
    expect(await errorOf('POST coin/trade', { token: frozen.token, fields: resting })).toBe('account_frozen');
    expect(await errorOf('GET user/info', { token: frozen.token })).toBeUndefined();
    const cancelled = await errorOf('POST order/cancel', { token: frozen.token, fields: { id } });
    expect(cancelled).toBeUndefined();
  });
});

describe('an account name', () => {
  it('is assigned once, however many customers register it concurrently in different spellings', async () => {
    const ways = ['Paypal9', 'PAYPAL9', 'paypaI9', 'paypa19', 'pаypal9', ' paypal9', 'paypal9 ', 'ｐaypal9'];
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, async (_, at) => {
        const email = `name-${at}@example.com`;
        const fields = {
          account: ways[at % ways.length],
          ...{ email, code: await codeTo(origin, email), invite_code: 'CANDOR', birth_date: '1990-01-01' },
          ...{ password: 'w4lk!er-ok', re_password: 'w4lk!er-ok' },
        };
        return errorOf('POST user/register', { fields });
      }),
    );
    expect(outcomes.filter((error) => error === undefined)).toHaveLength(1);
    for (const error of outcomes) expect([undefined, 'account_taken', 'parameter_wrong']).toContain(error);
  });
});

describe("the customers' server", () => {
  it('returns 404 for wrong methods and unknown paths', async () => {
    for (const [name] of rows) {
      const [, path = ''] = name.split(' ');
      const { status, body } = await knock(origin, `PUT ${path}`, { token: victim.token });
      expect([name, status, body.type]).toEqual([name, 404, 'error']);
    }
    for (const path of [
      'safe',
      'user/',
      'user/info/',
      'upload/1',
      'files/1',
      '../.git/config',
      'user%2finfo',
    ]) {
      const { status } = await knock(origin, `GET ${path}`, { token: victim.token });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('writes no secret to the operators’ log', () => {
    const log = server.logLines.join('\n');
    for (const secret of [victim.token, victim.password, thief.token]) expect(log).not.toContain(secret);
  });
});
