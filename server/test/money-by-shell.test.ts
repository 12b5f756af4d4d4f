/**
 * Deposits, withdrawals and quotes written by a customer with the SQL shell of one serving role. The role that executes
 * commands might skip the second approval, the fee, the deadline and the waiting time of a new address; the sign-in role might
 * log in as anyone. The database recomputes each row, and neither role can pay out money alone.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { publishUsual } from '@candor/testing/published-terms.ts';
import { createPool } from '../src/db/pool.ts';
import type { Connection, Pool } from '../src/db/pool.ts';
import { inTransaction } from '../src/db/transaction.ts';
import { demoCustomers } from '../src/features/demo/seed.ts';
import { newPicture } from '../src/features/deposits/testing/depositor.ts';
import { breaches } from '../src/app/breaches.ts';
import { LIMITS } from '../src/limits.ts';
import { handIn } from '@candor/testing/front-door.ts';

const TRADING_PASSWORD = '135790';
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const OTHER = 'TK2gcgycDcvBgA6nFiJBP2SzbRErpnDLoe';
const TRANSACTION = 'c'.repeat(64);

let server: WholeServer;
/** Shells of the role that executes commands, and of the sign-in role. */
let app: Pool;
let door: Pool;
let owner: Pool;
let token: string;
let book: string;
let addressId: string;

const call = async <Answer>(name: string, fields: Record<string, unknown> = {}): Promise<Answer> => {
  const { body } = await server.call(name, { token, fields });
  if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, got ${JSON.stringify(body)}`);
  return body.message as Answer;
};

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  [app, door, owner] = [server.appUrl, server.doorUrl, server.ownerUrl].map((url) =>
    createPool(url, { max: 2 }),
  ) as [Pool, Pool, Pool];
  token = await server.login(0);
  book = (await call<{ id: string }>('GET user/info')).id;
  const current_password = demoCustomers[0]?.password;
  const digits = { password: TRADING_PASSWORD, re_password: TRADING_PASSWORD };
  const { has_trading_password } = await call<{ has_trading_password: boolean }>('GET safe/overview');
  if (!has_trading_password) await call('POST safe/trading_password', { ...digits, current_password });
  const added = { network: 'tron', address: ADDRESS, current_password };
  addressId = (await call<{ id: string }>('POST wallet/address_add', added)).id;
  // The rows below are copied from a cancelled row.
  const { id } = await call<{ id: string }>('POST wallet/out', {
    ...{ currency: 'USDT', amount: '100', address: addressId, trading_password: TRADING_PASSWORD },
  });
  await call('POST wallet/out_cancel', { id });
});
afterAll(async () => {
  expect(await breaches(owner)).toEqual([]);
  for (const pool of [app, door, owner]) await pool.end();
  await server.stop();
});

type Statements = (at: Connection) => Promise<unknown>;

/**
 * Returns "written", or the constraint that rejected the statements, with the part of the row that a guard named. Everything is
 * rolled back.
 */
async function fate(pool: Pool, statements: Statements): Promise<string> {
  const undone = new Error('rolled back');
  try {
    await inTransaction(pool, async (at) => {
      // Only the role that executes commands can prove the customer's session. The thief is a customer.
      if (pool === app) await showActing(at, await actingAs(owner, token));
      await statements(at);
      await at.query('set constraints all immediate');
      throw undone;
    });
  } catch (error) {
    if (error === undone) return 'written';
    const { constraint, message } = error as Error & { constraint?: string };
    const part = /^(?:new|quote) .* has a wrong (.+)$/.exec(message)?.[1];
    return part === undefined ? (constraint ?? message) : `${constraint}: ${part}`;
  }
  throw new Error('expected an error that rolls back, got none');
}

/**
 * Records the customer's confirmation as the sign-in role does. The owner runs the SQL, so that no shell in this test acts as
 * that role.
 */
const confirmed = (act: string, about: string) =>
  owner.query('insert into customer_confirmation (customer, act, about) values ($1, $2, $3)', [
    book,
    act,
    about,
  ]);

type Change = Readonly<Record<string, string | number | boolean | null>>;

describe('a withdrawal', () => {
  const asked = (change: Change, of: Pool = app) => {
    const nowMs = Date.now();
    const row = {
      ...{ id: 1, status: 'under_review', reason: null, decided_ms: null, version: 1, amount: 100, fee: 0.1 },
      ...{ requested_ms: nowMs, deadline_ms: nowMs + LIMITS.money.reviewMs, ...change },
    };
    return fate(of, (at) =>
      at.query(
        `insert into withdrawal select (jsonb_populate_record(w, $2)).* from withdrawal w where w.book = $1 limit 1`,
        [book, JSON.stringify(row)],
      ),
    );
  };

  test.each<[string, Change, string]>([
    ['valid, but no money is moved', {}, 'withdrawal_moved'],
    ['without its fee', { fee: 0 }, 'withdrawal_recomputed: fee'],
    ['with a smaller fee', { fee: 0.09999999 }, 'withdrawal_recomputed: fee'],
    [
      'large, with one approval',
      { amount: 10_000, fee: 10, needs_second: false },
      'withdrawal_recomputed: number of persons',
    ],
    ['large, with two approvals', { amount: 10_000, fee: 10, needs_second: true }, 'withdrawal_moved'],
    ['below the minimum', { amount: 29, fee: 0.029 }, 'withdrawal_recomputed: amount'],
    [
      'above the maximum',
      { amount: 200_001, fee: 200.001, needs_second: true },
      'withdrawal_recomputed: amount',
    ],
    [
      'on a chain without its currency',
      { currency: 'BTC', amount: 1, fee: 0.001 },
      'withdrawal_recomputed: chain',
    ],
    ['in a currency that cannot be withdrawn', { currency: 'SOL' }, 'withdrawal_recomputed: currency'],
    ['with another deadline', { deadline_ms: Date.now() + 30 * DAY_MS }, 'withdrawal_recomputed: deadline'],
    ['already approved', { approved_ms: 1 }, 'withdrawal_recomputed: beginning'],
    ['with earlier holds', { holds: 3 }, 'withdrawal_recomputed: beginning'],
    ['to an address that is not on the list', { address: OTHER }, 'withdrawal_address_usable'],
    ['on another network', { network: 'ethereum' }, 'withdrawal_address_usable'],
  ])('is rejected unless the database recomputes the same row: %s', async (_, change, outcome) => {
    const { currency = 'USDT', amount = 100 } = change;
    await confirmed('withdraw', `${String(currency)} ${String(amount)} ${addressId}`);
    expect(await asked(change)).toBe(outcome);
  });

  it('is rejected unless it is requested at the current time', async () => {
    await confirmed('withdraw', `USDT 100 ${addressId}`);
    for (const awayMs of [-DAY_MS, -60_000, 60_000, 2 * DAY_MS]) {
      const requested_ms = Date.now() + awayMs;
      const deadline_ms = requested_ms + LIMITS.money.reviewMs;
      // A time before the address existed is rejected for that reason.
      expect(['withdrawal_of_now', 'withdrawal_address_usable']).toContain(
        await asked({ requested_ms, deadline_ms }),
      );
    }
  });

  it("requires the customer's confirmation of exactly this request, which can be used once", async () => {
    await owner.query('update customer_confirmation set used_for = 0 where used_for is null');
    expect(await asked({})).toBe('confirmed_by_customer');
    await confirmed('withdraw', `USDT 50 ${addressId}`);
    await confirmed('address_add', `USDT 100 ${addressId}`);
    expect(await asked({})).toBe('confirmed_by_customer');
    const own = `insert into customer_confirmation (customer, act, about) values (${book}, 'withdraw', 'USDT 100 ${addressId}')`;
    expect(await fate(app, (at) => at.query(own))).toMatch(/permission denied/);
    expect(await fate(app, (at) => at.query('update customer_confirmation set used_for = null'))).toMatch(
      /permission denied/,
    );
    // The sign-in role can record the confirmation but can't request a withdrawal.
    expect(await fate(door, (at) => at.query(own))).toBe('written');
    expect(await asked({}, door)).toMatch(/permission denied/);
  });

  it('needs two approvals and stays within the daily limit even if it is split into parts', async () => {
    const { id } = await call<{ id: string }>('POST wallet/out', {
      ...{ currency: 'USDT', amount: '9500', address: addressId, trading_password: TRADING_PASSWORD },
    });
    await confirmed('withdraw', `USDT 600 ${addressId}`);
    const part = { amount: 600, fee: 0.6 };
    expect(await asked({ ...part, needs_second: false })).toBe('withdrawal_recomputed: number of persons');
    expect(await asked({ ...part, needs_second: true })).toBe('withdrawal_one');
    await publishUsual(server, [
      [
        'withdrawal:USDT',
        { open: true, min: '30', max: '9000', day_max: '10000', fee_rate: '0.001', two_from: '100' },
      ],
    ]);
    expect(await asked({ ...part, needs_second: true })).toBe('withdrawal_recomputed: sum of a day');
    await publishUsual(server, []);
    await call('POST wallet/out_cancel', { id });
  });

  test.each([`trading_password_hash = 'x'`, `password_hash = 'x'`, `email_key = 'eve@example.com'`])(
    'waits a day after a change by SQL of %s, whatever else is written',
    async (change) => {
      const sql = `update customer set ${change}, security_changed_ms = null where id = ${book}`;
      expect(await heldAfter(door, sql)).toBeGreaterThan(Date.now() - 60_000);
    },
  );

  /** Returns the time from which withdrawals wait after a change, which is rolled back. */
  async function heldAfter(pool: Pool, sql: string): Promise<number> {
    let fromMs = 0;
    await fate(pool, async (at) => {
      await at.query(sql);
      const found = await at.query<{ ms: string | null }>(
        'select security_changed_ms as ms from customer where id = $1',
        [book],
      );
      fromMs = Number(found.rows[0]?.ms ?? 0);
    });
    return fromMs;
  }

  it("waits a day after factors or cards are changed by SQL, and the wait can't be undone", async () => {
    const insert = `insert into passkey (customer, credential_id, public_key, counter, transports, name, created_ms)
      values (${book}, '\\x01', '\\x02', 0, '', 'mine', 0)`;
    const bound = `insert into authenticator (customer, sealed_secret, bound_ms) values (${book}, '\\x00', 1)`;
    const nowMs = Date.now() - 60_000;
    for (const [what, sql] of [
      ['a passkey in addition to an authenticator', `${bound}; ${insert}`],
      ['an authenticator that is removed', `${bound}; delete from authenticator where customer = ${book}`],
      [
        'a secret that is replaced',
        `${bound}; update authenticator set sealed_secret = '\\x01' where customer = ${book}`,
      ],
      [
        'a card that is replaced',
        `update bank_card set shown = '{}' where book = ${book};
        update bank_card set sealed = '\\x01', shown = '{"x":1}' where book = ${book}`,
      ],
    ] as const) {
      expect([what, (await heldAfter(door, sql)) > nowMs]).toEqual([what, true]);
    }
    await owner.query('update customer set security_changed_ms = $2 where id = $1', [book, Date.now()]);
    expect(
      await heldAfter(door, `update customer set security_changed_ms = null where id = ${book}`),
    ).toBeGreaterThan(nowMs);
    await confirmed('withdraw', `USDT 100 ${addressId}`);
    expect(await asked({})).toBe('withdrawal_recomputed: time after a change of security');
    await owner.query('update customer set security_changed_ms = null where id = $1', [book]);
  });
});

describe('a withdrawal address', () => {
  const added = (change: Change = {}, of: Pool = app) => {
    const nowMs = Date.now();
    const row = { id: 2, address: OTHER, address_key: OTHER, added_ms: nowMs, usable_ms: nowMs, ...change };
    return fate(of, (at) =>
      at.query(
        `insert into withdrawal_address select (jsonb_populate_record(a, $2)).* from withdrawal_address a where a.book = $1 limit 1`,
        [book, JSON.stringify(row)],
      ),
    );
  };

  it('is added only by the role that executes commands, with the customer’s confirmation', async () => {
    expect(await added()).toBe('confirmed_by_customer');
    await confirmed('address_add', `tron ${OTHER}`);
    expect(await added()).toBe('written');
    expect(await added({}, door)).toMatch(/permission denied/);
  });

  it('waits for the published time, counted from the current time', async () => {
    await publishUsual(server, [['address', { cool_off_seconds: '86400' }]]);
    await confirmed('address_add', `tron ${OTHER}`);
    expect(await added()).toBe('withdrawal_address_waits');
    expect(await added({ usable_ms: Date.now() + DAY_MS - 1 })).toBe('withdrawal_address_waits');
    const added_ms = Date.now() - DAY_MS;
    expect(await added({ added_ms, usable_ms: added_ms + DAY_MS })).toBe('withdrawal_address_of_now');
    const nowMs = Date.now();
    expect(await added({ added_ms: nowMs, usable_ms: nowMs + DAY_MS })).toBe('written');
    await publishUsual(server, []);
  });
});

describe('a deposit', () => {
  const handedIn = async (change: Change = {}) => {
    const voucher = await handIn(server.origin, token, await newPicture(), 'voucher');
    const nowMs = Date.now();
    const row = {
      ...{ book, id: 3, currency: 'USDT', network: 'tron', amount: 100, value_usdt: 100, version: 1 },
      ...{ placed_day: Math.floor(nowMs / DAY_MS), status: 'under_review', needs_second: false },
      ...{ submitted_ms: nowMs, deadline_ms: nowMs + LIMITS.money.reviewMs, voucher, ...change },
    };
    return fate(app, (at) =>
      at.query(
        `insert into deposit select (jsonb_populate_record(null::deposit, $2
          || jsonb_build_object('voucher_digest', f.digest))).* from stored_file f where f.id = $1`,
        [voucher, JSON.stringify(row)],
      ),
    );
  };

  test.each<[string, Change, string]>([
    ['unchanged', {}, 'written'],
    ['with a value far too low', { value_usdt: 1 }, 'deposit_recomputed: worth'],
    ['with a value one unit too low', { value_usdt: 99.99999999 }, 'deposit_recomputed: worth'],
    [
      'large, with one approval',
      { amount: 10_000, value_usdt: 10_000 },
      'deposit_recomputed: number of persons',
    ],
    ['large, with two approvals', { amount: 10_000, value_usdt: 10_000, needs_second: true }, 'written'],
    [
      'of a coin at price zero',
      { currency: 'BTC', network: 'bitcoin', amount: 0.01, value_usdt: 0 },
      'deposit_recomputed: worth',
    ],
    ['by a deposit method that does not exist', { network: 'bitcoin' }, 'deposit_recomputed: way'],
    ['below the minimum', { amount: 9, value_usdt: 9 }, 'deposit_recomputed: amount'],
    ['with another deadline', { deadline_ms: 1 }, 'deposit_recomputed: deadline'],
    ['counted on another day', { placed_day: 1 }, 'deposit_recomputed: day'],
    [
      'with a claimed reference in another form',
      { claimed_reference: TRANSACTION, claimed_key: 'x' },
      'deposit_references',
    ],
    [
      'with a claimed reference and its normalised form',
      { claimed_reference: `0x${TRANSACTION}`, claimed_key: TRANSACTION },
      'written',
    ],
  ])('is rejected unless the database recomputes the same row: %s', async (_, change, outcome) => {
    expect(await handedIn(change)).toBe(outcome);
  });

  it('is rejected unless it is submitted at the current time', async () => {
    for (const awayMs of [-2 * DAY_MS, 60_000]) {
      const submitted_ms = Date.now() + awayMs;
      const deadline_ms = submitted_ms + LIMITS.money.reviewMs;
      const placed_day = Math.floor(submitted_ms / DAY_MS);
      expect(await handedIn({ submitted_ms, deadline_ms, placed_day })).toBe('deposit_of_now');
    }
  });

  it("stays within the customer's own limit, even if the limit's counter is forged", async () => {
    await call('POST user/limit_set', { kind: 'deposit', period: 'day', amount: '150' });
    expect(await handedIn({ amount: 160, value_usdt: 160 })).toBe('deposit_recomputed: own limit');
    expect(await handedIn({ amount: 150, value_usdt: 150 })).toBe('written');
    await owner.query(`update own_limit set used = -1000, period_start_ms = 9e12 where book = $1`, [book]);
    expect(await handedIn({ amount: 160, value_usdt: 160 })).toBe('deposit_recomputed: own limit');
    expect(await breaches(owner)).toHaveLength(1);
    await owner.query('delete from own_limit where book = $1', [book]);
  });
});

describe('a single serving role', () => {
  test.each([
    ['app', `update customer set password_hash = 'mine'`],
    ['app', `update customer set trading_password_hash = 'mine'`],
    ['app', `update customer set email = 'eve@example.com', email_key = 'eve@example.com'`],
    ['app', `insert into session (token_hash, customer, created_ms) values ('\\x01', 100001, 0)`],
    ['app', `insert into payout_report (book, id, paid, amount, said) values (100001, 1, false, 1, 'no')`],
    ['app', `update withdrawal set address = '${OTHER}'`],
    ['app', `update withdrawal set amount = 1, fee = 0`],
    ['app', `update withdrawal_address set usable_ms = 0`],
    ['app', `update deposit set amount = 1000000, value_usdt = 1`],
    ['app', 'delete from own_limit'],
    ['door', `update withdrawal set status = 'waiting'`],
    ['door', `update deposit set status = 'success'`],
    ['door', 'update withdrawal_address set deleted_ms = null'],
    ['door', 'update exchange_quote set used = false'],
    ['door', `insert into journal (book, seq, kind, ref) values (100001, 1, 'deposit', 'deposit:1')`],
    ['door', `select open_balances('{100001}', '{spot}', '{USDT}')`],
  ])('is denied permission, as the role of the %s, for: %s', async (role, sql) => {
    expect(await fate(role === 'app' ? app : door, (at) => at.query(sql))).toMatch(/permission denied/);
  });

  it("can't record an approval in an operator’s name", async () => {
    const approval = `insert into audit (time_ms, operator, role, action, subject, before, after)
      values (0, 'ada', 'admin', 'withdrawal.approve', 'customer:${book}', '{}', '{}')`;
    for (const pool of [app, door]) {
      expect(await fate(pool, (at) => at.query(approval))).toBe('audit_approval_missing');
    }
  });
});

describe('a firm quote', () => {
  const quoted = (change: string) =>
    fate(app, (at) =>
      at.query(
        `with new as (select (jsonb_populate_record(q, ${change})).* from exchange_quote q where q.book = $1)
        update exchange_quote q set (number, to_amount, fee, from_amount, legs, quoted_ms, expires_ms, market_ms, used, unused_ms)
          = (select n.number + 1, n.to_amount, n.fee, n.from_amount, n.legs, n.quoted_ms, n.expires_ms, n.market_ms, n.used, n.unused_ms
            from new n) where q.book = $1`,
        [book],
      ),
    );

  const noted = `jsonb_build_object('unused_ms', (q.unused_ms::jsonb || jsonb_build_array(q.quoted_ms))::text)`;

  test.each([
    ['unchanged', noted, 'written'],
    ['that pays out more', `${noted} || '{"to_amount": 1}'`, 'exchange_quote_recomputed: figures'],
    ['without its fee', `${noted} || '{"fee": 0}'`, 'exchange_quote_recomputed: figures'],
    ['for a larger amount', `${noted} || '{"from_amount": 40000}'`, 'exchange_quote_recomputed: figures'],
    [
      'above the published limit',
      `${noted} || '{"from_amount": 1000000}'`,
      'exchange_quote_recomputed: bound',
    ],
    ['valid for a day', `${noted} || '{"expires_ms": 9999999999999}'`, 'exchange_quote_given'],
    ['already expired', `${noted} || '{"expires_ms": 1}'`, 'exchange_quote_recomputed: time'],
    ['that is already executed', `${noted} || '{"used": true}'`, 'exchange_quote_recomputed: use'],
    ['that drops the earlier quotes', `'{"unused_ms": "[]"}'`, 'exchange_quote_recomputed: number unused'],
    ['that does not list itself', `'{}'`, 'exchange_quote_recomputed: number unused'],
  ])('is rejected unless the database recomputes the same row: %s', async (_, change, outcome) => {
    await call('POST wallet/flash_quote', { from: 'USDT', to: 'BTC', amount: '100' });
    expect(await quoted(change)).toBe(outcome);
  });

  it('stays on the list of unused quotes until it is executed', async () => {
    const forgotten = `update exchange_quote set unused_ms = '[]' where book = ${book}`;
    expect(await fate(app, (at) => at.query(forgotten))).toBe('exchange_quote_recomputed: number unused');
  });
});
