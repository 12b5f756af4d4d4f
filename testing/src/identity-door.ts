/**
 * The real customers' server with only the identity features, on a separate database. Calls of other features get "not found",
 * because their handlers are missing here.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '@candor/domain/outcome.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { calls } from '@candor/protocol/features.ts';
import { Callers } from '../../server/src/callers/callers.ts';
import { networksOf } from '../../server/src/config/networks.ts';
import { createPool } from '../../server/src/db/pool.ts';
import type { Pool } from '../../server/src/db/pool.ts';
import { demoHandlers } from '../../server/src/features/demo/handlers.ts';
import { DEMO_INVITE_CODE } from '../../server/src/features/demo/seed.ts';
import { bankCardHandlers } from '../../server/src/features/bank-card/handlers.ts';
import { registrationHandlers } from '../../server/src/features/registration/handlers.ts';
import { securityHandlers } from '../../server/src/features/security/handlers.ts';
import { sessionHandlers } from '../../server/src/features/session/handlers.ts';
import { uploadsHandlers } from '../../server/src/features/uploads/handlers.ts';
import { verificationHandlers } from '../../server/src/features/verification/handlers.ts';
import type { Handlers } from '../../server/src/calls/handler.ts';
import { createHttp } from '../../server/src/http/server.ts';
import { makeAttempts } from '../../server/src/identity/secrets/attempts.ts';
import type { AttemptLimits } from '../../server/src/identity/secrets/attempts.ts';
import { Confirmation } from '../../server/src/identity/factors/confirmation.ts';
import { jurisdictionOf } from '../../server/src/identity/gates.ts';
import { FailedAttempts } from '../../server/src/identity/secrets/failed-attempts.ts';
import { originRule } from '../../server/src/identity/factors/origin.ts';
import { Passkeys } from '../../server/src/identity/factors/passkeys.ts';
import type { PasswordCost } from '../../server/src/identity/secrets/password-cost.ts';
import { Passwords } from '../../server/src/identity/secrets/password.ts';
import { Sessions } from '../../server/src/identity/sessions/sessions.ts';
import { TextBudget } from '../../server/src/identity/mail/text-budget.ts';
import { TradingPasswords } from '../../server/src/identity/secrets/trading-password.ts';
import { Vault } from '../../server/src/identity/secrets/vault.ts';
import { WalletProof } from '../../server/src/identity/wallet/wallet-proof.ts';
import { openBook } from '../../server/src/ledger/book.ts';
import { LIMITS } from '../../server/src/limits.ts';
import { freshDatabase } from './database.ts';

export type CallOptions = {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly device?: string | undefined;
  readonly address?: string;
};

export type CallAnswer = {
  readonly status: number;
  readonly body: Envelope<unknown>;
  /** The cookie that a login set, in the form in which a browser returns it. */
  readonly device: string | undefined;
};

export type IdentityDoor = {
  readonly app: FastifyInstance;
  readonly pool: Pool;
  readonly ownerUrl: string;
  readonly guardUrl: string;
  /** One for each serving role. */
  readonly servingUrls: readonly string[];
  readonly sessions: Sessions;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly tradingPasswords: TradingPasswords;
  readonly confirmation: Confirmation;
  /** The wall clock of the server under test; add to it to move it. */
  readonly clock: { aheadMs: number };
  /** The bugs that the server reported; a test that expects none requires that this is empty. */
  readonly errors: Error[];
  call(name: string, options?: CallOptions): Promise<CallAnswer>;
  register(account: string, password?: string): Promise<string>;
  close(): Promise<void>;
};

/** The server's dependencies, for the handlers of a feature that is tested through it. */
export type DoorParts = Pick<IdentityDoor, 'pool' | 'vault' | 'tradingPasswords' | 'confirmation'> & {
  readonly now: () => number;
};

export async function openIdentityDoor(
  options: {
    readonly attempts?: Partial<AttemptLimits>;
    /** The cost of hashing a password; low if absent. */
    readonly passwordCost?: PasswordCost;
    readonly more?: (parts: DoorParts) => Partial<Handlers>;
    /** The proxies that may report a client's address, as the option lists them; none if absent. */
    readonly trustedProxies?: string;
  } = {},
): Promise<IdentityDoor> {
  const database = await freshDatabase();
  const pool = createPool(database.url, { max: 8 });
  const clock = { aheadMs: 0 };
  const now = (): number => Date.now() + clock.aheadMs;
  const errors: Error[] = [];
  const onError = (error: Error): number => errors.push(error);
  await pool.query('insert into invite_code (code, owner) values ($1, 0)', [DEMO_INVITE_CODE]);

  const sessions = new Sessions({ pool, now, limits: LIMITS.sessions, onError });
  const passwords = new Passwords(LIMITS.attempts.hashesMax, options.passwordCost);
  const attempts = makeAttempts({ ...LIMITS.attempts, ...options.attempts });
  const vault = new Vault(Buffer.alloc(32, 5));
  const failedAttempts = new FailedAttempts({ pool, vault });
  const originOf = originRule(undefined);
  const passkeys = new Passkeys({ pool, vault, now });
  const wallet = new WalletProof({ pool, now });
  const confirmation = new Confirmation({
    ...{ pool, vault, failedAttempts, passwords, passkeys, wallet, originOf, now, wallNow: now },
  });
  const tradingPasswords = new TradingPasswords({ pool, vault, failedAttempts, passwords, now });
  const texts = new TextBudget({
    pool,
    countries: undefined,
    hourMax: LIMITS.attempts.textsHourMax,
    dayMax: LIMITS.attempts.textsDayMax,
    report: (text) => onError(new Error(text)),
  });
  const shared = { pool, now, wallNow: now, attempts, failedAttempts, passwords, sessions, vault };
  const absent = Object.fromEntries(
    Object.keys(calls).map((name) => [name, () => Promise.resolve(refuse('not_found'))]),
  ) as unknown as Handlers;
  const handlers: Handlers = {
    ...absent,
    ...registrationHandlers({
      ...shared,
      originOf,
      mode: 'demo',
      opening: { openBook, grant: () => Promise.resolve() },
    }),
    ...sessionHandlers({
      ...shared,
      confirmation,
      tradingPasswords,
      worthOf: () => Promise.resolve({ total: 0n, available: 0n, experience: 0n }),
      incomeOf: () => Promise.resolve({ cumulative: 0n, today: 0n }),
      jurisdictionOf: (customer) => jurisdictionOf(customer, 'demo'),
    }),
    ...securityHandlers({
      ...{ ...shared, confirmation, originOf, passkeys, texts, tradingPasswords },
      mode: 'demo',
    }),
    ...uploadsHandlers({ pool, vault, now }),
    ...verificationHandlers({ pool, vault, now }),
    ...bankCardHandlers({ pool, vault, confirmation, now }),
    ...demoHandlers({ pool, history: () => null, consoleFor: () => null }),
    ...options.more?.({ pool, vault, tradingPasswords, confirmation, now }),
  };
  const app = await createHttp({
    handlers,
    sessions,
    mode: 'demo',
    now,
    ...(options.trustedProxies !== undefined && {
      callers: new Callers(networksOf('trusted-proxies', options.trustedProxies)),
    }),
    rates: { addressPerMinute: 1_000_000, customerPerMinute: 1_000_000 },
    onError,
    webRoot: undefined,
    ready: () => true,
  });
  const call: IdentityDoor['call'] = (name, given) => callOver(app, name, given);
  return {
    app,
    pool,
    ownerUrl: database.ownerUrl,
    guardUrl: database.guardUrl,
    servingUrls: [database.appUrl, database.doorUrl, database.tapeUrl],
    sessions,
    vault,
    passwords,
    tradingPasswords,
    confirmation,
    clock,
    errors,
    call,
    register: (account, password = 'x7!kqz-ok') => registerOver(call, account, password),
    close: async () => {
      sessions.stop();
      await app.close();
      await pool.end();
      await database.drop();
    },
  };
}

/** Makes a request without a socket. GET carries its fields in the query, any other method as JSON. */
export async function callOver(
  app: FastifyInstance,
  name: string,
  { fields = {}, token, headers = {}, device, address }: CallOptions = {},
): Promise<CallAnswer> {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : '';
  const response = await app.inject({
    method,
    url: `/api/${path}${query}`,
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(device === undefined ? {} : { cookie: device }),
      ...headers,
    },
    ...(address === undefined ? {} : { remoteAddress: address }),
    ...(method === 'GET' ? {} : { payload: fields }),
  });
  const left = response.headers['set-cookie'];
  return {
    status: response.statusCode,
    body: JSON.parse(response.body) as Envelope<unknown>,
    device: typeof left === 'string' ? left.split(';')[0] : undefined,
  };
}

async function registerOver(call: IdentityDoor['call'], account: string, password: string): Promise<string> {
  const email = `${account.toLowerCase()}@example.com`;
  const mailed = await call('POST sms_mail', { fields: { email } });
  const { code } = mailed.body.message as { code: string };
  const registered = await call('POST user/register', {
    fields: {
      account,
      email,
      code,
      password,
      re_password: password,
      invite_code: DEMO_INVITE_CODE,
      birth_date: '1990-01-01',
    },
  });
  if (registered.body.type !== 'ok')
    throw new Error(`expected a registration to succeed, got ${JSON.stringify(registered.body)}`);
  return registered.body.message as string;
}
