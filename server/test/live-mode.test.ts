/**
 * Live mode fails closed: each missing item alone keeps the platform shut and is named. With all items, the platform opens with
 * real prices and without any demo feature.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { languages } from '@candor/protocol/languages.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { silentWitnesses } from '@candor/testing/made-witnesses.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import type { Config } from '../src/config/config.ts';
import { PRIVATE_NETWORKS, networksOf } from '../src/config/networks.ts';
import { KNOWN_PUSH_SERVICES, pushServicesOf } from '../src/config/push.ts';
import { violationOf } from '../src/features/content/markdown.ts';
import { houseOf } from '../src/config/house.ts';
import { createPool } from '../src/db/pool.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { totpCode, totpStep } from '../src/identity/factors/totp.ts';
import { NotReady } from '../src/app/live-checklist.ts';
import { demoOperators } from '../src/operators/demo-operators.ts';
import { breaches } from '../src/app/breaches.ts';
import { serve } from '../src/app/serve.ts';
import type { Serving } from '../src/app/serve.ts';

const HOUSE = {
  legal_entity: 'Example Markets Ltd',
  licence_number: '4711',
  register_url: 'https://register.fca.org.uk/s/firm?id=4711',
  invite_code: 'EXAMPLE',
  deposit_addresses: { tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  fund_tiers: [
    {
      ...{ min: '100', max: '1000', rate_min: '0.001', rate_max: '0.003', early_fee_rate: '0.01' },
      ...{ days: 7, places: 50 },
    },
  ],
  instruments: ['BTC/USDT', 'ETH/USDT'],
};
const FEED_TOKEN = 'a-feed-of-the-real-market';
const PASSWORD = 'correct horse battery';
const WITNESSES = silentWitnesses();

let database: TestDatabase;
let owner: pg.Pool;
let data: string;
const vaultKey = randomBytes(32);

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  data = mkdtempSync(join(tmpdir(), 'candor live-'));
});
afterAll(async () => {
  await owner.end();
  rmSync(data, { recursive: true, force: true });
  await database.drop();
});

function config(change: Partial<Config> = {}, house: object = HOUSE): Config {
  const { url, ownerUrl } = database;
  return {
    ...{ mode: 'live', port: 0, host: '127.0.0.1', data, role: 'all', jurisdictions: 'country' },
    logFormat: 'text',
    walArchive: undefined,
    metrics: undefined,
    house: houseOf(JSON.stringify(house)),
    tlog: { origin: 'example.com/log', witnesses: WITNESSES, quorum: 2 },
    appRollback: undefined,
    timeStamps: { authorities: [], everyMs: 3_600_000, anchors: '' },
    liabilitiesEveryMs: 3_600_000,
    feed: { kind: 'external', token: FEED_TOKEN },
    database: {
      ...{ kind: 'given', url, tapeUrl: database.tapeUrl, doorUrl: database.doorUrl },
      ...{ guardUrl: database.guardUrl, ownerUrl },
    },
    vaultKey,
    records: true,
    demoHistory: false,
    // No mail server listens at this address, so mail stays in the outbox.
    mail: { url: 'smtp://127.0.0.1:9', from: 'Example <mail@example.com>' },
    ...{ textMessages: undefined, payout: undefined },
    origin: 'https://example.com',
    publicOrigins: ['https://example.com'],
    trustedProxies: networksOf('trusted-proxies', '127.0.0.9'),
    console: {
      ...{ port: 0, host: '127.0.0.1', origins: [] },
      networks: networksOf('console-networks', PRIVATE_NETWORKS),
    },
    pushServices: pushServicesOf(KNOWN_PUSH_SERVICES),
    ...change,
  };
}

const logLines: string[] = [];
const open = (given: Config): Promise<Serving> => serve(given, (text) => logLines.push(text));

/** Returns the codes of the missing items that the refusal names. */
async function lacks(given: Config): Promise<string[]> {
  const failure = await open(given).then(
    (serving) => serving.stop().then(() => new Error('expected the platform to stay shut, found it open')),
    (error: unknown) => error as Error,
  );
  if (!(failure instanceof NotReady)) throw failure;
  return [...failure.message.matchAll(/^ {2}(\w+): /gm)].map(([, code = '']) => code);
}

/** Runs the operators' command line as the operator whom the environment names. */
function operatorLine(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
  const env = {
    ...process.env,
    ...{ DATABASE_URL: database.url, VAULT_KEY: vaultKey.toString('base64') },
    ...environment,
  };
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

const add = (account: string, role: string, person: string) => [
  ...['operator', 'add', account, '--role', role, '--person', person],
];
const secretOf = (out: string): string => /shown only once: (\w+)/.exec(out)?.[1] ?? '';

describe('missing items', () => {
  const without = (...fields: (keyof typeof HOUSE)[]) =>
    Object.fromEntries(
      Object.entries(HOUSE).filter(([name]) => !fields.includes(name as keyof typeof HOUSE)),
    );

  test.each<[code: string, change: () => Config]>([
    ['legal_entity', () => config({}, without('legal_entity'))],
    ['licence', () => config({}, without('licence_number'))],
    ['register', () => config({}, without('register_url'))],
    ['register', () => config({}, { ...HOUSE, register_url: 'https://register.example/4711' })],
    ['invite_code', () => config({}, without('invite_code'))],
    ['deposit_ways', () => config({}, without('deposit_addresses'))],
    ['fund_tiers', () => config({}, without('fund_tiers'))],
    ['instruments', () => config({}, without('instruments'))],
    ['instruments', () => config({}, { ...HOUSE, instruments: ['BTC/USDT', 'ABC/USDT'] })],
    ['log_witnesses', () => config({ tlog: { origin: 'example.com/log', witnesses: [], quorum: 0 } })],
    ['log_witnesses', () => config({ tlog: { origin: 'example.com/log', witnesses: 'own', quorum: 2 } })],
    ['log_witnesses', () => config({ tlog: { origin: 'example.com/log', witnesses: WITNESSES, quorum: 1 } })],
    ['live_prices', () => config({ feed: { kind: 'simulated', seed: '1' } })],
    ['email', () => config({ mail: undefined })],
    ['jurisdiction', () => config({ jurisdictions: 'demo' })],
    ['origin', () => config({ origin: undefined })],
    ['origin', () => config({ origin: 'http://127.0.0.1:8080' })],
    ['public_origins', () => config({ publicOrigins: [] })],
    ['public_origins', () => config({ publicOrigins: ['https://example.com', 'http://example.com'] })],
    ['trusted_proxies', () => config({ trustedProxies: [] })],
    ['vault_key', () => config({ vaultKey: undefined })],
    ['vault_key', () => config({ vaultKey: Buffer.alloc(32) })],
    ['operators', () => config()],
  ])('refuses to open the platform without %s, and names the item', async (code, change) => {
    expect(await lacks(change())).toEqual([code]);
  });

  test('names all missing items together', async () => {
    const bare = { house: undefined, mail: undefined, origin: undefined, vaultKey: undefined } as const;
    const feed = { kind: 'simulated', seed: '1' } as const;
    expect(await lacks(config({ ...bare, feed, jurisdictions: 'demo' }))).toEqual(
      expect.arrayContaining(['legal_entity', 'licence', 'live_prices', 'email', 'fund_tiers', 'vault_key']),
    );
  });

  test('refuses to open with a deposit address that is invalid on its chain', async () => {
    // The operators are added later in this file, so opening would fail anyway. Therefore, this tests the deposit methods
    // alone.
    const { depositWaysOf } = await import('../src/payments/deposit-methods.ts');
    const wrong = { addresses: { tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' }, wires: {} };
    expect(() => depositWaysOf(wrong, { isPlayMoney: false })).toThrow(/tron/);
  });
});

describe('registering operators', () => {
  const first = { OPERATOR_NEW_PASSWORD: PASSWORD };
  const secrets = new Map<string, string>();
  const as = async (
    account: string,
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ) => {
    await owner.query('update operator set totp_last_step = 0');
    const totp = totpCode(secrets.get(account) ?? '', totpStep(Date.now()));
    const who = { OPERATOR_ACCOUNT: account, OPERATOR_PASSWORD: PASSWORD, OPERATOR_TOTP: totp };
    return operatorLine(args, { ...first, ...who, ...more });
  };
  const byOwner = { DATABASE_OWNER_URL: '' };
  beforeAll(() => {
    byOwner.DATABASE_OWNER_URL = database.ownerUrl;
  });
  const log = async () => {
    const found = await owner.query<{ said: string }>(
      `select operator || ' ' || action || ' ' || subject as said from audit order by seq`,
    );
    return found.rows.map(({ said }) => said);
  };

  test('adds the first admin without an approver and the second with the first one’s approval; two admins suffice to open', async () => {
    expect(await operatorLine(add('sue', 'support', 'Sue'), first)).toMatchObject({ code: 1 });
    expect(await operatorLine(add('kim', 'admin', 'Kim'), { OPERATOR_NEW_PASSWORD: 'short' })).toMatchObject({
      code: 1,
    });
    const kim = await operatorLine(add('kim', 'admin', 'Kim'), first);
    expect(kim).toMatchObject({ code: 0 });
    secrets.set('kim', secretOf(kim.out));
    expect(secrets.get('kim')).toMatch(/^[A-Z2-7]{32}$/);
    // Once there is an operator, every further command requires a login.
    expect(await operatorLine(add('mallory', 'admin', 'Mallory'), first)).toMatchObject({ code: 2 });
    // Without a signature, only the database owner can add an operator.
    expect(await as('kim', add('kim2', 'admin', 'Kim'))).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('is not signed') as string },
    });
    expect(await as('kim', add('kim2', 'admin', 'Kim'), byOwner)).toMatchObject({ code: 0 });
    expect(await as('kim', add('max', 'treasurer', 'Max'), byOwner)).toMatchObject({ code: 0 });
    // Two accounts of the same person count as one, and only an admin can confirm operators.
    expect(await lacks(config())).toEqual(['operators']);
    const lee = await as('kim', add('lee', 'admin', 'Lee'), byOwner);
    expect(lee).toMatchObject({ code: 0, out: expect.stringContaining('can sign in') as string });
    secrets.set('lee', secretOf(lee.out));
    await (await open(config())).stop();
    expect(await log()).toEqual([
      'bootstrap operator.add operator:kim',
      'kim operator.add operator:kim2',
      'kim operator.add operator:max',
      'kim operator.add operator:lee',
    ]);
  }, 120_000);

  test('requires dual approval for later operators', async () => {
    const before = (await log()).length;
    // No one can vouch for an operator's key on a live platform, so two operators approve with passkeys in the console.
    expect(await as('kim', add('mona', 'treasurer', 'Mona'), byOwner)).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining('in the console') as string },
    });
    // The operators' log is readable only after a login.
    expect(await as('lee', ['log'])).toMatchObject({ code: 0 });

    // The database owner can stand in for a missing second approver. The serving role can't.
    const pool = createPool(database.url, { max: 1 });
    await inTransaction(pool, async (at) => {
      const body = { account: 'lee2', role: 'admin', person: 'Lee' };
      const record = { action: 'operator.add', subject: 'operator:lee2', body };
      await appendSigned(at, record, { account: 'kim', nowMs: Date.now() });
      await at.query(
        `insert into operator (account, role, person, password_hash, created_ms, added_by)
          values ('lee2', 'admin', 'Lee', '', 1, 'kim')`,
      );
    }).finally(() => pool.end());
    const confirmLee = ['operator', 'confirm', ...add('lee2', 'admin', 'Lee').slice(2), '--as-owner'];
    expect(await operatorLine(confirmLee)).toMatchObject({
      ...{ code: 1, err: 'This isn’t allowed.\n' },
    });
    const confirmed = await operatorLine(confirmLee, byOwner);
    expect(confirmed).toMatchObject({ code: 0, out: expect.stringContaining('can sign in') as string });
    expect((await log()).slice(before)).toEqual([
      'kim key.enrol operator:kim',
      'kim operator.add operator:lee2',
      'bootstrap operator.confirm operator:lee2',
    ]);
  }, 120_000);

  test('refuses to open live on a database in which a demo has run', async () => {
    const demo = await freshDatabase();
    const { url, tapeUrl, doorUrl, guardUrl, ownerUrl } = demo;
    const given = { kind: 'given', url, tapeUrl, doorUrl, guardUrl, ownerUrl } as const;
    const play = config({
      mode: 'demo',
      house: undefined,
      database: given,
      feed: { kind: 'simulated', seed: '1' },
    });
    await (await open(play)).stop();
    expect(await lacks(config({ database: given }))).toEqual(['no_play_money', 'operators']);
    await demo.drop();
  }, 60_000);
});

describe('a live platform with everything in place', () => {
  let serving: Serving;
  let token = '';
  let feed: WebSocket | undefined;

  beforeAll(async () => {
    serving = await open(config());
  }, 30_000);
  afterAll(async () => {
    expect(await breaches(owner)).toEqual([]);
    // The feed continues to push, and does not keep the server from closing.
    expect(feed?.readyState).toBe(WebSocket.OPEN);
    await serving.stop();
  });

  async function call(
    name: string,
    fields: object = {},
  ): Promise<{ status: number; body: Envelope<unknown> }> {
    const [method, path] = name.split(' ') as ['GET' | 'POST', string];
    const answer = await fetch(
      `http://127.0.0.1:${path.startsWith('console/') ? serving.consolePort : serving.port}/api/${path}`,
      {
        method,
        headers: {
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...(token !== '' && { authorization: token }),
        },
        ...(method === 'POST' && { body: JSON.stringify(fields) }),
      },
    );
    return { status: answer.status, body: (await answer.json()) as Envelope<unknown> };
  }

  test('has no demo features', async () => {
    for (const name of ['GET demo', 'GET demo/mailbox?email=a@example.com', 'POST demo/start_over']) {
      const { status, body } = await call(name);
      expect([name, status]).toEqual([name, 404]);
      // Customers of a live platform are not told where its operators are.
      expect(JSON.stringify(body)).not.toContain(`${serving.consolePort}`);
    }
    expect(await call('POST user/login', { account: 'lena', password: 'Demo-lena-1' })).toMatchObject({
      body: { type: 'error' },
    });
    const counts = await owner.query(
      `select (select count(*) from customer) as customers, (select count(*) from journal) as journals,
        (select array_agg(account order by account) from operator) as operators,
        (select array_agg(code) from invite_code) as codes`,
    );
    expect(counts.rows).toEqual([
      {
        customers: '0',
        journals: '0',
        operators: ['kim', 'kim2', 'lee', 'lee2', 'max'],
        codes: ['EXAMPLE'],
      },
    ]);
    for (const { account, password, totpSecret } of demoOperators) {
      const totp = totpCode(totpSecret, totpStep(Date.now()));
      const signedIn = await call('POST console/login', { account, password, totp });
      expect(signedIn.body).toMatchObject({ type: 'error', error: 'login_wrong' });
    }
  });

  test('shows the configured licence in every language, with a link to the register', async () => {
    for (const lang of languages) {
      const answer = await call('POST news/detail', { id: 'licence', lang });
      const page = answer.body.message as CallOutput<'POST news/detail'>;
      expect(page).toMatchObject({ id: 'licence', topic: 'legal', language: lang, agreement: true });
      const said = page.body.replaceAll('\\', '');
      for (const fact of [HOUSE.legal_entity, HOUSE.licence_number, HOUSE.register_url]) {
        expect(said, lang).toContain(fact);
      }
      expect(`${page.title} ${page.summary} ${page.body}`).not.toContain('{');
      // The QR code shown on the phone links to the same address.
      expect(violationOf(page.body), lang).toBeUndefined();
    }
    expect((await call('POST news/detail', { id: 'licence-live' })).status).toBe(404);
    const listed = (await call('GET news_articles/list')).body
      .message as CallOutput<'GET news_articles/list'>;
    expect(listed.items.map(({ id }) => id).filter((id) => id.startsWith('licence'))).toEqual(['licence']);
  });

  test('shows the feed’s prices, and closes instruments that the feed does not carry', async () => {
    const pushed = new WebSocket(`ws://127.0.0.1:${serving.port}/api/feed`, {
      headers: { authorization: `Bearer ${FEED_TOKEN}` },
    });
    feed = pushed;
    await new Promise((resolve, reject) => pushed.once('open', resolve).once('error', reject));
    pushed.on('error', () => pushed.terminate());
    const quote = { symbol: 'BTC/USDT', bid: '60000', ask: '60001', last: '60000.5', volume: '1' };
    pushed.send(JSON.stringify({ ...quote, time_ms: Date.now() }));
    const bidOf = async () => {
      const rows = (
        (await call('GET currency/quotation_new')).body as {
          message: CallOutput<'GET currency/quotation_new'>;
        }
      ).message;
      return rows.find(({ symbol }) => symbol === 'BTC/USDT')?.bid;
    };
    await expect.poll(bidOf, { timeout: 5000 }).toBe('60000');
  });

  test('registers a customer by real mail, grants no money, and offers the configured deposit methods', async () => {
    const email = 'first@example.net';
    const asked = await call('POST sms_mail', { email });
    expect(asked.body).toMatchObject({ type: 'ok', message: {} });
    expect(JSON.stringify(asked.body)).not.toMatch(/\d{6}/);
    const mailed = await owner.query<{ text: string }>('select text from mail order by id desc limit 1');
    const code = /\d{6}/.exec(mailed.rows[0]?.text ?? '')?.[0];
    const registered = await call('POST user/register', {
      ...{ account: 'firstone', email, code, birth_date: '1990-01-01', invite_code: 'EXAMPLE' },
      ...{ password: 'w4lk!er-ok', re_password: 'w4lk!er-ok' },
    });
    expect(registered.body.type).toBe('ok');
    const { body } = await call('POST user/login', { account: 'firstone', password: 'w4lk!er-ok' });
    token = (body as { message: string }).message;
    const wallets = (await call('POST wallet/list')).body as { message: CallOutput<'POST wallet/list'> };
    expect(wallets.message.every((wallet) => wallet.spot.available === '0')).toBe(true);

    const ways = JSON.stringify((await call('POST wallet/get_in_address', { currency: 'USDT' })).body);
    expect(ways).toContain('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
    expect(ways).not.toMatch(/demo/i);
  });

  test('publishes a cool-off of one day for new withdrawal addresses', async () => {
    const terms = JSON.stringify((await call('GET transparency/terms')).body);
    expect(terms).toContain('86400');
  });
});
