/** Registration and login with a wallet, on PostgreSQL, and messages that must be rejected. */
import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@candor/domain/time.ts';
import { calls } from '@candor/protocol/features.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { testWallet, writeMessage } from '@candor/testing/test-wallet.ts';
import type { MessageFields, TestWallet } from '@candor/testing/test-wallet.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallContext } from '../../calls/handler.ts';
import { bindAuthenticator, firstStep, renewSecret } from '../../identity/factors/authenticator.ts';
import { makeAttempts } from '../../identity/secrets/attempts.ts';
import { Confirmation } from '../../identity/factors/confirmation.ts';
import { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { originRule } from '../../identity/factors/origin.ts';
import { Passkeys } from '../../identity/factors/passkeys.ts';
import { Passwords } from '../../identity/secrets/password.ts';
import { Sessions } from '../../identity/sessions/sessions.ts';
import { totpCode, totpStep } from '../../identity/factors/totp.ts';
import { Vault } from '../../identity/secrets/vault.ts';
import { WalletProof } from '../../identity/wallet/wallet-proof.ts';
import { openBook } from '../../ledger/book.ts';
import { breaches } from '../../app/breaches.ts';
import { LIMITS } from '../../limits.ts';
import { walletSignInHandlers } from './handlers.ts';

const clock = { nowMs: Date.UTC(2026, 5, 1, 12) };
const now = () => clock.nowMs;
const granted: bigint[] = [];
const context: CallContext = {
  customer: 0n,
  session: 0n,
  idempotencyKey: undefined,
  language: 'it',
  address: '203.0.113.7',
  agent: 'a test',
  host: 'localhost:8080',
  device: undefined,
};

let pool: Pool;
let ownerUrl: string;
let close: () => Promise<void>;
let vault: Vault;
let sessions: Sessions;
let wallet: WalletProof;
let handlers: ReturnType<typeof walletSignInHandlers>;

beforeAll(async () => {
  const database = await freshDatabase();
  ownerUrl = database.ownerUrl;
  pool = createPool(database.url, { max: 8 });
  await pool.query(`insert into invite_code (code, owner) values ('CANDOR', 0)`);
  vault = new Vault(randomBytes(32));
  const failedAttempts = new FailedAttempts({ pool, vault });
  const passwords = new Passwords(LIMITS.attempts.hashesMax);
  const onError = (error: Error) => {
    throw error;
  };
  sessions = new Sessions({ pool, now, limits: LIMITS.sessions, onError });
  wallet = new WalletProof({ pool, now });
  const originOf = originRule(undefined);
  const many = { loginAddressMax: 10_000, registrationsAddressMax: 10_000 };
  handlers = walletSignInHandlers({
    pool,
    now,
    sessions,
    wallet,
    originOf,
    attempts: makeAttempts({ ...LIMITS.attempts, ...many }),
    opening: { openBook, grant: (customer) => Promise.resolve(void granted.push(customer)) },
    confirmation: new Confirmation({
      ...{ pool, vault, failedAttempts, passwords, wallet, originOf, now, wallNow: now },
      passkeys: new Passkeys({ pool, vault, now }),
    }),
  });
  close = async () => {
    sessions.stop();
    await pool.end();
    await database.drop();
  };
});
afterAll(() => close());

type Change = MessageFields & {
  readonly sign?: string;
  readonly input?: Readonly<Record<string, string>>;
  readonly signer?: TestWallet;
};

/** Creates a valid call for a wallet, with the given changes. */
async function signedCall(own: TestWallet, change: Change = {}) {
  const { sign, input, signer = own, ...fields } = change;
  const answer = await handlers['GET user/nonce']({}, context);
  if (!answer.ok) throw new Error(answer.refusal.code);
  const asked = answer.value;
  const message = writeMessage({
    domain: asked.domain,
    address: own.address,
    statement: asked.statement,
    uri: asked.uri,
    version: '1',
    chainId: asked.chain_id,
    nonce: asked.nonce,
    issuedAt: new Date(asked.issued_at * 1000).toISOString(),
    expirationTime: new Date(asked.expires_at * 1000).toISOString(),
    ...fields,
  });
  return { address: own.address, message, sign: sign ?? signer.sign(message), ...input };
}

type Sent = Awaited<ReturnType<typeof signedCall>>;

/** Sends a call. Returns "token", or the refusal with its reason. */
async function send(call: Sent, from: Partial<CallContext> = {}): Promise<string> {
  const answer = await handlers['POST user/addressreg'](call, { ...context, ...from });
  if (answer.ok) return 'token';
  const { code, params = {} } = answer.refusal;
  return [code, params['reason'] ?? params['kinds']].filter((part) => part !== undefined).join(' ');
}

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const found = await pool.query<{ n: string }>(`select count(*) as n from ${sql}`, values);
  return Number(found.rows[0]?.n);
}
const customers = () => count('customer');

describe('a wallet', () => {
  it('registers a customer with a book, a grant and an account named after the address, and then logs the customer in', async () => {
    const own = testWallet(1);
    expect(await send(await signedCall(own))).toBe('token');
    const found = await pool.query(
      'select id, account, wallet_address, email, password_hash, invited_by, language from customer where wallet_address = $1',
      [own.address.toLowerCase()],
    );
    expect(found.rows).toEqual([
      {
        id: expect.any(String),
        account: own.address.toLowerCase(),
        wallet_address: own.address.toLowerCase(),
        email: null,
        password_hash: null,
        invited_by: '0',
        language: 'it',
      },
    ]);
    expect(granted).toEqual([BigInt(found.rows[0].id)]);
    expect(await count('book where id = $1', [found.rows[0].id])).toBe(1);
    const before = await customers();
    expect(await send(await signedCall(own))).toBe('token');
    expect(await customers()).toBe(before);
    expect(await count('session where customer = $1 and revoked_ms is null', [found.rows[0].id])).toBe(2);
    expect(granted).toHaveLength(1);
  });

  it('registers with an invite code, and accepts the same signature again after a mistyped code', async () => {
    const own = testWallet(2);
    const call = await signedCall(own, { input: { invite_code: 'NOBODY' } });
    expect(await send(call)).toBe('invite_code_wrong');
    expect(await send({ ...call, invite_code: 'candor' } as Sent)).toBe('token');
    expect(await send(call)).toBe('wallet_proof_wrong nonce_used');
  });

  it('opens only one session if twenty concurrent requests send the same message', async () => {
    const own = testWallet(3);
    const call = await signedCall(own);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(call)));
    expect(answers.filter((one) => one === 'token')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['token', 'wallet_proof_wrong nonce_used']));
    expect(
      await count('session s join customer c on c.id = s.customer where c.wallet_address = $1', [
        own.address.toLowerCase(),
      ]),
    ).toBe(1);
  });

  it('registers only one customer if twenty different messages are sent concurrently', async () => {
    const own = testWallet(4);
    const before = await customers();
    const made = await Promise.all(Array.from({ length: 20 }, () => signedCall(own)));
    const answers = await Promise.all(made.map((call) => send(call)));
    expect(new Set(answers)).toEqual(new Set(['token']));
    expect(await customers()).toBe(before + 1);
  });
});

describe('a message', () => {
  const own = testWallet(10);
  const other = testWallet(11);
  const at = (ms: number) => new Date(clock.nowMs + ms).toISOString();
  const rows: [string, () => Change, string][] = [
    [
      'a hash instead of a signature, as sent by older clients',
      () => ({ sign: `0x${'5a'.repeat(32)}` }),
      'wrong_signature',
    ],
    ['the signature of a different wallet', () => ({ signer: other }), 'wrong_signature'],
    ['the signature of a different message', () => ({ sign: own.sign('something else') }), 'wrong_signature'],
    ['a different domain', () => ({ domain: 'candor.example' }), 'other_domain'],
    ['a different URI', () => ({ uri: 'https://candor.example' }), 'other_uri'],
    ['a different chain', () => ({ chainId: 56 }), 'other_chain'],
    ['an invented nonce', () => ({ nonce: '0123456789abcdef0123456789abcdef' }), 'nonce_used'],
    ['a past expiry time', () => ({ expirationTime: at(0) }), 'expired'],
    ['a start of validity in the future', () => ({ notBefore: at(MINUTE_MS) }), 'not_yet_valid'],
    ['a time of issue in the future', () => ({ issuedAt: at(MINUTE_MS) }), 'issued_in_future'],
    ['an address in lower case', () => ({ address: own.address.toLowerCase() }), 'checksum'],
    ['a different address in the call', () => ({ input: { address: other.address } }), 'other_address'],
    [
      'a lower-case address in the call only',
      () => ({ input: { address: own.address.toLowerCase() } }),
      'other_address',
    ],
  ];
  it.each(rows)('is rejected with %s', async (_, change, reason) => {
    const before = await customers();
    expect(await send(await signedCall(own, change()))).toBe(`wallet_proof_wrong ${reason}`);
    expect(await customers()).toBe(before);
  });

  it('is rejected with the domain of a phishing page', async () => {
    const answer = await handlers['GET user/nonce']({}, { ...context, host: 'candor.evil.example' });
    expect(answer).toMatchObject({ ok: true, value: { domain: 'localhost', uri: 'http://localhost' } });
    const call = await signedCall(own, { domain: 'candor.evil.example', uri: 'https://candor.evil.example' });
    expect(await send(call, { host: 'candor.evil.example' })).toBe('wallet_proof_wrong other_domain');
  });

  it('is rejected if its nonce was used before, even by a rejected message', async () => {
    const wrong = await signedCall(own, { chainId: 1 });
    const nonce = /Nonce: (\w+)/.exec(wrong.message)?.[1] ?? '';
    expect(await send(wrong)).toBe('wallet_proof_wrong other_chain');
    expect(await send(await signedCall(own, { nonce }))).toBe('wallet_proof_wrong nonce_used');
    const good = await signedCall(own);
    expect(await send(good)).toBe('token');
    expect(await send(good)).toBe('wallet_proof_wrong nonce_used');
  });

  it('is rejected when its nonce is five minutes old', async () => {
    const call = await signedCall(own, { expirationTime: at(60 * MINUTE_MS) });
    clock.nowMs += 5 * MINUTE_MS;
    expect(await send(call)).toBe('wallet_proof_wrong nonce_used');
  });

  it('is mandatory in the call', () => {
    const { input } = calls['POST user/addressreg'];
    const old = v.safeParse(input, { address: own.address, sign: `0x${'5a'.repeat(32)}` });
    expect(old.issues?.[0]?.path?.[0].key).toBe('message');
  });
});

describe('logging in by wallet', () => {
  async function signedUp(seed: number): Promise<{ own: TestWallet; id: bigint }> {
    const own = testWallet(seed);
    await send(await signedCall(own));
    const found = await pool.query<{ id: string }>('select id from customer where wallet_address = $1', [
      own.address.toLowerCase(),
    ]);
    return { own, id: BigInt(found.rows[0]?.id ?? 0) };
  }

  /** Sets the standing like an operator. The guard is disabled, because no audit record is written. */
  async function stand(id: bigint, status: string): Promise<void> {
    const owner = createPool(ownerUrl, { max: 1 });
    await owner.query('alter table customer disable trigger user');
    await owner.query('update customer set status = $2 where id = $1', [id, status]);
    await owner.query('alter table customer enable trigger user');
    await owner.end();
  }

  it.each([
    ['locked', 'account_locked'],
    // The account isn't reopened, and no second account is created.
    ['closed', 'account_locked'],
    ['frozen', 'token'],
  ])('to an account that is %s is answered with %s', async (status, outcome) => {
    const { own, id } = await signedUp(status.length * 100 + status.charCodeAt(0));
    await stand(id, status);
    const before = await customers();
    expect(await send(await signedCall(own))).toBe(outcome);
    expect(await customers()).toBe(before);
  });

  it('needs the authenticator’s code, sent with the same message', async () => {
    const { own, id } = await signedUp(22);
    const secret = await renewSecret(pool, { customer: id, vault });
    const codeAt = (step: number) => totpCode(secret ?? '', step);
    const typed = { customer: id, vault, code: codeAt(totpStep(now())), nowMs: now() };
    const step = await firstStep(pool, typed);
    if (step === undefined) throw new Error('expected the first code to be accepted, found it wrong');
    await inTransaction(pool, (connection) => bindAuthenticator(connection, { ...typed, step }));
    clock.nowMs += MINUTE_MS;

    const call = await signedCall(own);
    expect(await send(call)).toBe('confirmation_needed totp');
    // The nonce is held for this message. A different message with the same nonce is refused and doesn't use it up.
    const nonce = /Nonce: (\w+)/.exec(call.message)?.[1] ?? '';
    const totp = codeAt(totpStep(now()));
    const wrongTotp = totp.replace(/\d$/, (digit) => String((Number(digit) + 5) % 10));
    expect(await send({ ...(await signedCall(own, { nonce, statement: 'Another' })), totp } as Sent)).toBe(
      'wallet_proof_wrong nonce_used',
    );
    expect(await send({ ...call, totp: wrongTotp } as Sent)).toBe('confirmation_wrong');
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ ...call, totp } as Sent)));
    expect(answers.filter((one) => one === 'token')).toHaveLength(1);
  });
});

it('keeps the ledger consistent, and deletes expired nonces', async () => {
  clock.nowMs += 10 * MINUTE_MS;
  for (let at = 0; at < 20; at += 1) await wallet.handOut();
  expect(await count('nonce where expires_ms < $1', [now()])).toBe(0);
  expect(await breaches(pool)).toEqual([]);
});
