/**
 * Calls every row of the call table on a complete server. An unauthenticated call and invalid input are rejected, the answer to a
 * valid call matches its schema, and a repeated key gets the same answer. Each new row must declare a valid call here.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyCallRefusals } from '@candor/protocol/call.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls, notices, refusals } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { createPool } from '../db/pool.ts';
import { apiKeysCalledWell } from '../features/api-keys/testing/called-well.ts';
import { webhooksCalledWell } from '../features/webhooks/testing/called-well.ts';
import { decideLeverage } from '../features/leverage/operator-commands.ts';
import { permissionOf } from '../features/leverage/store.ts';
import { breaches } from '../app/breaches.ts';
import { act } from '../operators/act.ts';
import { demoCustomers } from '../features/demo/seed.ts';
import { MULTIPART, multipart, uploadParts } from '@candor/testing/uploads.ts';
import { photo } from '@candor/testing/pictures.ts';
import { join, knock, resetLinkTo } from '@candor/testing/front-door.ts';
import type { Heard } from '@candor/testing/front-door.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { undeclaredIn } from './testing/answer-codes.ts';
import {
  callersOf,
  ownCalledWell,
  securityCalledWell,
  signInCalledWell,
} from './testing/identity-called-well.ts';
import type { Good, Walker } from './testing/identity-called-well.ts';
import { depositsCalledWell, loansCalledWell, withdrawalsCalledWell } from './testing/money-called-well.ts';
import { rubbish } from './testing/rubbish.ts';
import { waysOfFeatures } from './testing/called-well.ts';
import type { Ways } from './testing/called-well.ts';
import { decidingAs } from '@candor/testing/signing.ts';

let server: WholeServer;
let token: string;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  token = await server.login();
  await done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '2000' });
});
afterAll(() => server.stop());

const PASSWORD = 'w4lk!er-ok';
const walker: Walker = {
  origin: () => server.origin,
  token: () => token,
  password: demoCustomers[0]?.password ?? '',
};
const callerOf = callersOf(walker);

async function mailedCode(email: string): Promise<string> {
  const { body } = await server.call('POST sms_mail', { fields: { email } });
  return (body.message as { code: string }).code;
}

async function restingOrder(): Promise<string> {
  return position('POST coin/trade', {
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: '0.001',
    price: '1000',
  });
}

/** Places an order, and returns the number of a batch of receipts. */
async function someBatch(): Promise<string> {
  await restingOrder();
  const pool = createPool(server.url, { max: 1 });
  const { rows } = await pool.query<{ number: string }>('select number from receipt_batch limit 1');
  await pool.end();
  return rows[0]?.number ?? '';
}

/** An operator revokes the walker's permission to use leverage. */
async function takeLeverage(): Promise<void> {
  const { body } = await server.call('GET user/info', { token });
  const customer = BigInt((body.message as { id: string }).id);
  const pool = createPool(server.url, { max: 1 });
  const off = decideLeverage(() => Promise.resolve(0));
  const id = (await permissionOf(pool, customer))?.newest?.id.toString();
  const deed = { action: 'lever.off', subject: `customer:${customer}`, body: { id, reason: 'other' } };
  const operator = await decidingAs(pool, 'ada', deed);
  const verdict = { kind: 'off', reason: 'other', note: undefined } as const;
  await act({ pool, operator, now: Date.now }, off, { customer, id, verdict });
  await pool.end();
}

const leveraged = {
  symbol: 'BTC/USDT',
  side: 'long',
  type: 'market',
  quantity: '0.01',
  leverage: 20,
} as const;
const leveragedLimit = { ...leveraged, type: 'limit', price: '1000' } as const;
const lots = { symbol: 'EUR/JPY', side: 'short', type: 'market', quantity: '0.02', leverage: 100 } as const;

async function done<Payload>(call: CallName, fields: Record<string, unknown>): Promise<Payload> {
  const { body } = await server.call(call, { token, fields });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Payload;
}

async function position(call: CallName, fields: Record<string, unknown>): Promise<string> {
  return (await done<{ id: string }>(call, fields)).id;
}

const ticket = {
  symbol: 'BTC/USDT',
  side: 'up',
  seconds: 30,
  stake: '10',
  currency: 'USDT',
  payout_ratio: '0.8',
} as const;

const flash = { from: 'USDT', to: 'ETH', amount: '25' };

const byFeatures: Partial<Ways> = await waysOfFeatures(position, () => token);

/** The calls that end the session come last. */
const good: Partial<Ways> = {
  ...byFeatures,
  'GET demo': {},
  'GET demo/mailbox': { email: 'walker@example.com' },
  'POST sms_mail': { email: 'walker@example.com' },
  'POST user/register': async () => ({
    account: 'walker',
    email: 'walker2@example.com',
    code: await mailedCode('walker2@example.com'),
    password: PASSWORD,
    re_password: PASSWORD,
    invite_code: 'CANDOR',
    birth_date: '1990-01-01',
  }),
  'POST user/login': { account: 'wei', password: 'Demo-wei-2' },
  'POST user/forget': async () => ({
    email: 'walker2@example.com',
    code: await resetLinkTo(server.origin, 'walker2@example.com'),
    password: PASSWORD,
    re_password: PASSWORD,
  }),
  'GET user/info': {},
  'POST set/lang': { language: 'es' },
  'GET currency/quotation_new': {},
  'GET currency/new_timeshar': { symbol: 'BTC/USDT', period: '1m' },
  'GET currency/whlist': {},
  'GET currency/whkdata': { symbol: 'EUR/USD', period: '1m' },
  'GET currency/whtrade': { symbol: 'EUR/JPY' },
  'GET lh/wh_bzhl_list': {},
  'POST news/list': { kind: 'news', search: 'fees', limit: '3' },
  'POST news/detail': { id: 'fees' },
  'GET news_articles/list': { search: 'withdrawals', topic: 'money' },
  'GET news/getkf': {},
  'GET tape': { symbol: 'BTC/USDT', from_seq: 1, limit: 5 },
  'GET tape/checkpoints': { symbol: 'BTC/USDT' },
  'POST wallet/list': {},
  'POST wallet/get_info': { currency: 'USDT' },
  'POST wallet/detail': { currency: 'USDT', account: 'option', group: 'transfer', limit: 5 },
  'GET wallet/journal': { seq: 1 },
  'GET wallet/history': { days: 7 },
  'GET wallet/accumulated': {},
  'GET project': {},
  'POST project/order': { project_id: '1', amount: '500', terms_version: 0 },
  'GET lh/deposit/config': {},
  'POST lh/deposit': { amount: '5000' },
  'GET lh/deposit/ordersum': {},
  'GET lh/deposit/order': { status: 'in_progress', limit: 5 },
  'GET lh/deposit/records': { id: '1', limit: 5 },
  'POST lh/deposit/cancel': async () => ({ id: await position('POST lh/deposit', { amount: '5000' }) }),
  'GET user/invite': {},
  'GET user/invite_earnings': { level: 'direct', limit: 5 },
  'GET wallet/ledger': {},
  'POST wallet/transfer': { currency: 'USDT', from: 'spot', to: 'contract', amount: '1250' },
  'GET wallet/flashAgainstList': {},
  'POST wallet/flash_quote': flash,
  'POST wallet/flashAgainst': async () => {
    const { body } = await server.call('POST wallet/flash_quote', { fields: flash, token });
    return { ...flash, quote_id: (body.message as { quote_id: string }).quote_id };
  },
  'GET wallet/myFlashAgainstList': {},
  'POST lever/deal': { symbol: 'BTC/USDT' },
  'POST lever/submit': leveraged,
  'POST lever/my_trade': { status: 'holding' },
  'GET lever/explained': { id: '1' },
  'POST lever/setstop': async () => ({
    id: await position('POST lever/submit', leveraged),
    take_profit: '900000',
  }),
  'POST lever/close': async () => ({ id: await position('POST lever/submit', leveraged) }),
  'POST lever/dealall': { side: 'long' },
  'POST lever/reduce': async () => {
    await position('POST lever/submit', leveraged);
    return { symbol: 'BTC/USDT', side: 'short', quantity: '0.001' };
  },
  'POST lever/close_at': async () => {
    const id = await position('POST lever/submit', leveraged);
    return { id, type: 'limit', price: '9000000' };
  },
  'POST lever/amend': async () => ({
    id: await position('POST lever/submit', leveragedLimit),
    quantity: '0.003',
  }),
  'POST lever/cancel': async () => ({ id: await position('POST lever/submit', leveragedLimit) }),
  'POST lever/cancel_all': async () => {
    await position('POST lever/submit', leveragedLimit);
    return {};
  },
  'POST lever/whsubmit': lots,
  'POST lever/my_wh_trade': {},
  'POST lever/whclose': async () => ({ id: await position('POST lever/whsubmit', lots) }),
  'GET lever/questionnaire': {},
  'GET microtrade/seconds': { symbol: 'EUR/USD' },
  'GET microtrade/payable_currencies': {},
  'POST microtrade/submit': ticket,
  'POST microtrade/whsubmit': {
    ...ticket,
    symbol: 'EUR/USD',
    side: 'down',
    seconds: 60,
    payout_ratio: '0.82',
  },
  'GET microtrade/lists': { status: 'open', limit: 3 },
  'GET microtrade/whlists': { symbol: 'EUR/USD' },
  'GET microtrade/results': { days: 7 },
  'GET wallet/experience': {},
  'POST wallet/experience_convert': {},
  ...signInCalledWell(walker),
  ...withdrawalsCalledWell(walker),
  ...loansCalledWell(walker, () => server),
  ...securityCalledWell(walker),
  ...ownCalledWell(walker, callerOf),
  ...depositsCalledWell(walker),
  ...apiKeysCalledWell(done, walker),
  ...webhooksCalledWell(done, walker),
  'POST upload': { purpose: 'kyc' },
  'GET transparency/loss_share': {},
  'GET transparency/keys': {},
  'GET transparency/checkpoints': {},
  'GET transparency/market_days': {},
  'GET transparency/market_runs': { day: '2026-11-18' },
  'GET transparency/freezes': {},
  'GET transparency/pauses': {},
  'GET transparency/voids': { day: '2026-11-18' },
  'GET transparency/terms': {},
  'GET transparency/own': {},
  'GET receipts/batch': async () => ({ number: await someBatch() }),
  'GET transparency/liabilities': {},
  'GET transparency/liability': {},
  'GET transparency/fund': {},
  'GET transparency/strategy': { limit: 3 },
  'POST coin/trade': { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.002' },
  'GET coin/list': { status: 'completed' },
  'GET order/amendments': async () => ({ id: await restingOrder() }),
  'POST order/amend': async () => ({ id: await restingOrder(), quantity: '0.003' }),
  'POST order/cancel': async () => ({ id: await restingOrder() }),
  'POST order/cancel_all': async () => {
    await restingOrder();
    return {};
  },
  // This comes after all calls that need leverage, because the example customers start with leverage and can't apply while they
  // have it.
  'POST lever/apply': async () => {
    await takeLeverage();
    return {
      knowledge: 'some',
      experience: 'under_one_year',
      loss_capacity: 'bearable',
      funds_source: 'salary',
      quiz_leverage: 'ten',
      quiz_close_out: 'position_is_closed',
      quiz_gap: 'at_the_next_price',
      quiz_worst: 'the_margin',
    };
  },
  'POST chat/open': {},
  // A new id each time, because the calls with invalid input would have used up a constant one.
  'POST chat/send': () => Promise.resolve({ client_id: randomUUID(), text: 'Where is my deposit?' }),
  'GET chat/messages': { after: 0 },
  'POST chat/read': { number: 1 },
  'POST chat/typing': {},
  'POST chat/picture': {},
  'POST chat/picture_open': async () => {
    const { body } = await withPicture('POST chat/picture', { token, fields: {} });
    return { picture: (body as unknown as { message: { id: string } }).message.id };
  },
  // Starting over closes a ticket immediately; the tape of its closing price is signed within seconds.
  'POST chat/evidence': async () => {
    const id = await position('POST microtrade/submit', { ...ticket, stake: '20' });
    await done('POST demo/start_over', {});
    await expect
      .poll(
        async () =>
          (
            await server.call('POST chat/evidence', {
              token,
              fields: { client_id: randomUUID(), ticket: id },
            })
          ).status,
        { timeout: 30_000, interval: 500 },
      )
      .toBe(200);
    return { client_id: randomUUID(), ticket: id };
  },
  'POST chat/evidence_open': async () => {
    const { items } = await done<{ items: { evidence: { id: string } | null }[] }>('GET chat/messages', {});
    return { evidence: items.findLast(({ evidence }) => evidence !== null)?.evidence?.id ?? '' };
  },
  'POST demo/start_over': {},
  'POST safe/update_password': { old_password: 'Demo-lena-1', password: PASSWORD, re_password: PASSWORD },
  'POST user/logout': {},
};

const rows = Object.keys(good) as CallName[];

it('declares a valid call for every row', () => {
  expect(rows.toSorted()).toEqual(Object.keys(calls).toSorted());
});

const rowOf = (name: CallName): CallRow => calls[name];

async function goodInput(name: CallName): Promise<Record<string, unknown>> {
  const input = good[name] as Good<never>;
  return (typeof input === 'function' ? await (input as () => Promise<unknown>)() : input) as Record<
    string,
    unknown
  >;
}

describe('an unauthenticated caller', () => {
  const own = rows.filter((name) => rowOf(name).who === 'customer');
  it.each(own)('gets 999 from %s', async (name) => {
    for (const spoilt of [undefined, 'nonsense', 'A'.repeat(43)]) {
      const { status, body } = await server.call(name, spoilt === undefined ? {} : { token: spoilt });
      expect([status, body.type]).toEqual([401, '999']);
    }
  });
});

/** If only one field were invalid, these calls would count as failed attempts and soon be locked. */
const GUESSES: ReadonlySet<CallName> = new Set([
  'POST user/login',
  'POST safe/update_password',
  'POST sms_mail',
]);

/** Valid values for the other fields, so that only the invalid field is rejected; none for calls whose fields work only once. */
function others(name: CallName): Record<string, unknown> {
  const input: unknown = good[name];
  return typeof input === 'object' && !GUESSES.has(name) ? (input as Record<string, unknown>) : {};
}

/** Each call that guesses a password until it is locked gets a new customer, who has the walker's password. */
async function guessedAt(name: CallName): Promise<string> {
  const asksWhoIsThere = 'current_password' in ((rowOf(name).input as { entries?: object }).entries ?? {});
  if (!asksWhoIsThere) return token;
  const account = `guessed-${rows.indexOf(name)}`;
  return (await join(server.origin, account, walker.password)).token;
}

describe('a call with invalid fields', () => {
  it.each(rows)('gets a declared answer from %s', async (name) => {
    const row = rowOf(name);
    const declared = new Set<RefusalCode>([...row.refusals, ...anyCallRefusals]);
    const fields = Object.keys((row.input as { entries?: object }).entries ?? {});
    const alone = fields.flatMap((field) => rubbish.map((value) => ({ [field]: value })));
    const among = fields.flatMap((field) => rubbish.map((value) => ({ ...others(name), [field]: value })));
    const bodies: Record<string, unknown>[] = [...alone, ...among];
    if (name !== 'POST user/logout' && name !== 'POST demo/start_over') {
      bodies.push({ __proto__: null, constructor: 'x', customer: '1', fee: '0', is_admin: true });
    }
    if (fields.length > 0)
      bodies.push(Object.fromEntries(fields.map((field) => [field, 'x'.repeat(1_000_000)])));
    const caller = await guessedAt(name);
    for (const body of bodies) {
      const answer = await server.call(name, { token: caller, fields: body });
      expect(answer.status, JSON.stringify(body)).toBeLessThan(500);
      if (answer.body.type === 'ok') continue;
      expect(declared).toContain(answer.body.error);
      if (row.who === 'customer') expect(answer.body.error, JSON.stringify(body)).not.toBe('session_ended');
      expect(answer.status).toBe(refusals[answer.body.error].status);
      expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|select |insert /i);
    }
  });
});

async function withPicture(
  name: CallName,
  { token: caller, fields }: { token: string; fields: Record<string, unknown> },
): Promise<Heard> {
  const parts = Object.entries(fields).map(([field, content]) => ({ name: field, content: String(content) }));
  const raw = multipart([...parts, ...uploadParts(await photo(3)).slice(1)]);
  return knock(server.origin, name, { token: caller, raw, headers: { 'content-type': MULTIPART } });
}

/**
 * Calls that are allowed only after weeks of market time, or only once the market has closed a position. `features/experience` and
 * `positions/ledger.test.ts` test them.
 */
const ALLOWED_LATER: ReadonlySet<CallName> = new Set<CallName>([
  'POST wallet/experience_convert',
  'GET lever/explained',
]);

describe('a valid call', () => {
  it.each(rows.filter((name) => !ALLOWED_LATER.has(name)))(
    'to %s gets the declared answer, and gets it again when repeated',
    async (name) => {
      const row = rowOf(name);
      const fields = await goodInput(name);
      const key = `walk-${name.replace(' ', '-')}`;
      const caller = await callerOf(name);
      const { status, body } =
        row.takesFile === true
          ? await withPicture(name, { token: caller, fields })
          : await server.call(name, { token: caller, fields, key });
      expect(body).toMatchObject({ type: 'ok', code: 1 });
      expect(status).toBe(200);
      const parsed = v.safeParse(row.output, body.message);
      expect(parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
      expect(undeclaredIn(row, body.message)).toEqual([]);
      // Closing the account invalidates its token, so the call can't be repeated.
      if (!row.idempotent || name === 'POST user/close') return;
      const again = await Promise.all(
        Array.from({ length: 5 }, () => server.call(name, { token: caller, fields, key })),
      );
      for (const answer of again) expect(answer).toEqual({ status, body });
    },
  );

  it('to a tape may have the symbol in the path', async () => {
    for (const path of ['tape/BTC%2FUSDT', 'tape/BTC%2FUSDT/checkpoints']) {
      const { body } = await server.call(`GET ${path}`);
      expect(body.type).toBe('ok');
    }
  });
});

it('logs no internal error in any of these calls', () => {
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
});

it('sends customers only notices that the table lists', async () => {
  const pool = createPool(server.url, { max: 1 });
  const { rows: told } = await pool.query<{ kind: string }>('select distinct kind from notice');
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter(({ kind }) => !Object.hasOwn(notices, kind))).toEqual([]);
  await pool.end();
});

it('leaves the ledger without a violated invariant', async () => {
  const pool = createPool(server.url, { max: 1 });
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
});
