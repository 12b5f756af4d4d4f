/** Settings through the API: notifications, credit score, data export, and closing the account. */
import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { breaches } from '../../app/breaches.ts';

const PASSWORD = 'Settle-7-miles';

let server: WholeServer;
let pool: Pool;

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
});
afterAll(async () => {
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

async function newcomer(account: string): Promise<string> {
  const email = `${account}@example.com`;
  const mailed = await server.call('POST sms_mail', { fields: { email } });
  const { code } = mailed.body.message as { code: string };
  const { body } = await server.call('POST user/register', {
    fields: {
      ...{ account, email, code, invite_code: 'CANDOR', birth_date: '1990-05-17' },
      ...{ password: PASSWORD, re_password: PASSWORD },
    },
  });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as string;
}

const errorOf = (body: object): string | undefined =>
  'error' in body ? (body as { error: string }).error : undefined;

async function customerOf(account: string): Promise<bigint> {
  const found = await pool.query<{ id: string }>('select id from customer where account = $1', [account]);
  return BigInt((found.rows[0] as { id: string }).id);
}

async function mailKinds(customer: bigint): Promise<string[]> {
  const found = await pool.query<{ kind: string }>(
    `select m.kind from mail m join customer c using (email_key) where c.id = $1 and m.kind not in ('code', 'code_register') order by m.id`,
    [customer],
  );
  return found.rows.map((row) => row.kind);
}

test('returns the credit score, and the account’s opening as the first change', async () => {
  const token = await server.login();
  const { body } = await server.call('GET user/credit', { token });
  expect(body.message).toEqual({
    score: 80,
    changes: [{ time: expect.any(Number), before: 80, after: 80, reason: 'opened' }],
  });
});

test('returns as income the result of trading with the customer’s own money, after fees and without credit', async () => {
  const token = await server.login(1);
  const move = { currency: 'USDT', from: 'spot', to: 'contract', amount: '1000' };
  await server.call('POST wallet/transfer', { token, fields: move });
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 2 };
  for (const collateral of ['contract', 'promo']) {
    const fields = { ...order, quantity: collateral === 'promo' ? '0.001' : '0.01', collateral };
    const opened = await server.call('POST lever/submit', { token, fields });
    const { id } = opened.body.message as { id: string };
    expect((await server.call('POST lever/close', { token, fields: { id } })).body.type).toBe('ok');
  }
  const wallets = (await server.call('POST wallet/list', { token })).body
    .message as CallOutput<'POST wallet/list'>;
  const contract = wallets.find(({ currency }) => currency === 'USDT')?.contract.available ?? '0';
  const made = formatAmount(amount(contract) - amount('1000'));
  expect(made).toMatch(/^-/);
  const { body } = await server.call('GET user/info', { token });
  expect(body.message).toMatchObject({ cumulative_income: made, today_income: made });
});

describe('notification choices', () => {
  test('have documented defaults, of which six can’t be changed', async () => {
    const token = await newcomer('noticer');
    const read = async () =>
      (await server.call('GET user/notice_choices', { token })).body
        .message as CallOutput<'GET user/notice_choices'>;
    const lines = (await read()).map(
      ({ topic, channel, enabled, fixed }) =>
        `${topic} ${channel} ${enabled ? 'on' : 'off'}${fixed ? ', fixed' : ''}`,
    );
    expect(lines).toEqual([
      'security email on, fixed',
      'security push on',
      'withdrawals email on, fixed',
      'withdrawals push on',
      'margin in_app on, fixed',
      'margin email on, fixed',
      'margin push on',
      'loan_overdue email on, fixed',
      'loan_overdue push on',
      'account email on',
      'account push on',
      'money email on',
      'money push on',
      'orders in_app on',
      'orders email off',
      'orders push on',
      'options in_app on',
      'options email off',
      'options push on',
      'fund email on',
      'fund push on',
      'fund_income email off',
      'fund_income push off',
      'loans email on',
      'loans push on',
      'referral email off',
      'referral push off',
      'price_alerts email off',
      'price_alerts push on',
      'api_keys email on',
      'api_keys push on',
      'recurring email on',
      'recurring push on',
      'service email on',
      'service push on',
      'agreements in_app on, fixed',
    ]);
    const choose = (topic: string, channel: string, enabled: boolean) =>
      server.call('POST user/notice_choice', { token, fields: { topic, channel, enabled } });
    expect((await choose('options', 'in_app', false)).body.type).toBe('ok');
    const ofOptions = async () =>
      (await read())
        .filter(({ topic, channel }) => topic === 'options' && channel !== 'push')
        .map(({ enabled }) => enabled);
    expect(await ofOptions()).toEqual([false, false]);
    expect((await choose('options', 'in_app', true)).body.type).toBe('ok');
    expect((await choose('options', 'email', true)).body.type).toBe('ok');
    expect(await ofOptions()).toEqual([true, true]);
    expect(errorOf((await choose('security', 'email', false)).body)).toBe('state_abnormal');
    for (const topic of ['margin', 'withdrawals', 'loan_overdue']) {
      expect(errorOf((await choose(topic, 'email', false)).body)).toBe('state_abnormal');
    }
    expect(errorOf((await choose('margin', 'in_app', false)).body)).toBe('state_abnormal');
    expect(errorOf((await choose('agreements', 'email', false)).body)).toBe('state_abnormal');
    expect(errorOf((await choose('gossip', 'email', false)).body)).toBe('parameter_wrong');
  });

  test('apply to all mail except security mail', async () => {
    const token = await newcomer('unmailed');
    const customer = await customerOf('unmailed');
    const fields = { topic: 'account', channel: 'email', enabled: false };
    await server.call('POST user/notice_choice', { token, fields });
    const before = await mailKinds(customer);
    const nowMs = Date.now();
    await inTransaction(pool, async (connection) => {
      await tellCustomer(connection, { customer, kind: 'limits_changed', nowMs });
      await tellCustomer(connection, { customer, kind: 'factor_changed', nowMs });
    });
    expect((await mailKinds(customer)).slice(before.length)).toEqual(['factor_changed']);
  });
});

describe('the data export', () => {
  test('is refused without a confirmation', async () => {
    const token = await newcomer('exporter');
    const { body } = await server.call('POST user/export', { token });
    expect(body).toMatchObject({ error: 'confirmation_needed', params: { kinds: 'password' } });
    const wrong = await server.call('POST user/export', { token, fields: { current_password: 'no-7' } });
    expect(errorOf(wrong.body)).toBe('confirmation_wrong');
  });

  test('contains all sections with exact amounts, and no secrets', async () => {
    const token = await server.login();
    const demo = (await server.call('GET demo')).body.message as CallOutput<'GET demo'>;
    const fields = { current_password: demo.customers[0]?.password };
    const browser = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/known-to-the-browser',
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: 'A'.repeat(22),
    };
    expect((await server.call('POST user/push_subscribe', { token, fields: browser })).body.type).toBe('ok');
    const { body } = await server.call('POST user/export', { token, fields });
    await server.call('POST user/push_unsubscribe', { token, fields: { endpoint: browser.endpoint } });
    const { sections } = body.message as CallOutput<'POST user/export'>;
    expect(sections['profile']).toMatchObject([{ account: 'lena', email: 'lena@demo.example' }]);
    expect(sections['verification']).toMatchObject([{ status: 'approved' }]);
    expect(sections['bank_card']).toHaveLength(1);
    expect(sections['balances']).toContainEqual({
      account: 'spot',
      currency: 'USDT',
      amount: '100000',
    });
    expect(sections['journals']).toMatchObject([
      {
        ...{ kind: 'demo_grant', time_at: expect.any(Number) },
        postings: [
          { account: 'equity', currency: 'USDT', amount: '-100000' },
          { account: 'spot', currency: 'USDT', amount: '100000' },
          { account: 'promotions', currency: 'USDT', amount: '-100' },
          { account: 'promo', currency: 'USDT', amount: '100' },
        ],
      },
    ]);
    expect(sections['acts_of_operators']).toMatchObject([{ role: 'admin', action: 'kyc.approve' }]);
    for (const section of ['deposits', 'withdrawals', 'withdrawal_addresses', 'exchanges']) {
      expect(sections[section]).toEqual([]);
    }
    expect(sections['messages']?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['new_device', 'bank_card_changed', 'kyc_approved']),
    );
    expect(sections['left_out']).toEqual([]);
    expect(sections['push_browsers']).toMatchObject([{ service: 'fcm.googleapis.com', details: 'f' }]);
    const written = JSON.stringify(sections);
    expect(written).not.toMatch(
      /argon2|password_hash|token_hash|sealed_secret|code_hash|known-to-the-browser/,
    );
    const events = await pool.query(
      `select from security_event where customer = $1 and kind = 'data_exported'`,
      [await customerOf('lena')],
    );
    expect(events.rowCount).toBe(1);
  });
});

describe('closing an account', () => {
  const close = (token: string, account: string, key?: string) =>
    server.call('POST user/close', {
      token,
      fields: { account, current_password: PASSWORD },
      ...(key === undefined ? {} : { key }),
    });

  test('is refused while an order is open, and is permanent afterwards', async () => {
    const token = await newcomer('leaver');
    const other = (
      await server.call('POST user/login', { fields: { account: 'leaver', password: PASSWORD } })
    ).body.message as string;
    const customer = await customerOf('leaver');
    expect((await close(token, 'somebody')).body).toMatchObject({
      error: 'parameter_wrong',
      params: { field: 'account' },
    });
    const unproved = await server.call('POST user/close', { token, fields: { account: 'leaver' } });
    expect(errorOf(unproved.body)).toBe('confirmation_needed');

    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.01', price: '1000' };
    const placed = await server.call('POST coin/trade', { token, fields: order });
    const { id } = placed.body.message as { id: string };
    expect(errorOf((await close(token, 'leaver')).body)).toBe('open_trade_blocks');
    await server.call('POST order/cancel', { token, fields: { id } });

    expect((await close(token, 'LEAVER')).body).toEqual({ type: 'ok', code: 1, message: {} });
    for (const dead of [token, other]) {
      expect(errorOf((await server.call('GET user/info', { token: dead })).body)).toBe('session_ended');
    }
    const again = await server.call('POST user/login', {
      fields: { account: 'leaver', password: PASSWORD },
    });
    expect(errorOf(again.body)).toBe('login_wrong');
    const held = await pool.query('select from balance where book = $1 and amount > 0', [customer]);
    expect(held.rowCount).toBe(0);
    const last = await pool.query<{ kind: string }>(
      'select kind from journal where book = $1 order by seq desc limit 1',
      [customer],
    );
    expect(last.rows).toEqual([{ kind: 'account_close' }]);
    await vi.waitFor(async () => expect(await mailKinds(customer)).toContain('account_closed'), {
      timeout: 5000,
    });
    const row = await pool.query(
      'select status, closed_ms is not null as dated from customer where id = $1',
      [customer],
    );
    expect(row.rows).toEqual([{ status: 'closed', dated: true }]);
  });

  test('leaves the account without money even if the customer starts over concurrently', async () => {
    const token = await newcomer('racer');
    const customer = await customerOf('racer');
    const tried = await Promise.all([
      close(token, 'racer'),
      ...Array.from({ length: 8 }, () => server.call('POST demo/start_over', { token })),
    ]);
    expect(tried[0]?.body.type).toBe('ok');
    const held = await pool.query('select from balance where book = $1 and amount > 0', [customer]);
    expect(held.rowCount).toBe(0);
  });

  test('is refused for a shared example account', async () => {
    const token = await server.login();
    const fields = { account: 'Lena', current_password: 'Demo-lena-1' };
    expect(errorOf((await server.call('POST user/close', { token, fields })).body)).toBe('feature_off');
  });

  test('is refused for a frozen account', async () => {
    const token = await newcomer('stiff');
    const owner = createPool(server.ownerUrl, { max: 1 });
    await owner.query('alter table customer disable trigger user');
    await owner.query(`update customer set status = 'frozen' where account = 'stiff'`);
    await owner.query('alter table customer enable trigger user');
    await owner.end();
    await expect
      .poll(async () => errorOf((await close(token, 'stiff')).body), { timeout: 15_000, interval: 500 })
      .toBe('account_frozen');
  });
});
