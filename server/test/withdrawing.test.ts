/**
 * Withdrawals on the whole server: together with other requests for the same money, through the servers of customers and
 * operators, with a configured payment provider, and when a demo customer starts over or a customer closes their account.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { knock, wellAnswered } from '@candor/testing/front-door.ts';
import { PaymentProvider } from '@candor/testing/payment-provider.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { of } from '../src/commands/command.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { demoCustomers } from '../src/features/demo/seed.ts';
import { closeAccount } from '../src/features/settings/closing.ts';
import { withdrawals } from '../src/features/withdrawals/tables.ts';
import { breaches } from '../src/app/breaches.ts';

const TOKEN = 'a-token-of-the-provider-of-this-test';
/** The trading PIN of the example customers, and the address to which they withdraw. */
const TRADING_PASSWORD = '135790';
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

let server: WholeServer;
let provider: PaymentProvider;
let pool: Pool;
let rosa: ConsoleLine;
let theo: ConsoleLine;

beforeAll(async () => {
  provider = await PaymentProvider.open();
  server = await openWholeServer({ midweek: true, payout: { url: provider.url, token: TOKEN } });
  pool = createPool(server.url, { max: 2 });
  rosa = await openConsoleLine(server, 'rosa');
  theo = await openConsoleLine(server, 'theo');
});
afterAll(async () => {
  expect(await breaches(pool)).toEqual([]);
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await pool.end();
  await server.stop();
  await provider.close();
});

async function example(at: 0 | 1) {
  const token = await server.login(at);
  const password = demoCustomers[at]?.password;
  const done = async <Answer>(name: string, fields: Record<string, unknown> = {}): Promise<Answer> => {
    const { body } = await server.call(name, { token, fields });
    if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, got ${JSON.stringify(body)}`);
    return body.message as Answer;
  };
  const safety = await done<{ has_trading_password: boolean }>('GET safe/overview');
  if (!safety.has_trading_password) {
    const digits = { password: TRADING_PASSWORD, re_password: TRADING_PASSWORD };
    await done('POST safe/trading_password', { ...digits, current_password: password });
  }
  const known = await done<CallOutput<'GET wallet/address'>>('GET wallet/address');
  const address =
    known.items[0]?.id ??
    (
      await done<{ id: string }>('POST wallet/address_add', {
        ...{ network: 'tron', address: ADDRESS, current_password: password },
      })
    ).id;
  const out = { currency: 'USDT', amount: '100', address, trading_password: TRADING_PASSWORD };
  return {
    ...{ token, done },
    id: (await done<{ id: string }>('GET user/info')).id,
    call: (name: string, fields: Record<string, unknown>) => server.call(name, { token, fields }),
    out: (fields: Record<string, unknown> = {}) =>
      server.call('POST wallet/out', { token, fields: { ...out, ...fields } }),
    async withdraw(value: string): Promise<string> {
      return (await done<{ id: string }>('POST wallet/out', { ...out, amount: value })).id;
    },
    async usdt() {
      const wallets = await done<CallOutput<'POST wallet/list'>>('POST wallet/list');
      const wallet = wallets.find(({ currency }) => currency === 'USDT');
      if (wallet === undefined) throw new Error('expected a balance in USDT, found none');
      return wallet;
    },
    async newest() {
      const [item] = (await done<CallOutput<'GET cashlist/log'>>('GET cashlist/log')).items;
      if (item === undefined) throw new Error('expected a withdrawal, found none');
      return item;
    },
  };
}

const seen = (of_: { readonly id: string }, id: string, value: string) => ({
  ...{ customer: of_.id, id, amount: value, address: ADDRESS },
});

describe('the same money, requested in several places concurrently', () => {
  it('is never spent twice, whichever request comes first', async () => {
    const lena = await example(0);
    const taken = new Set<string>();
    for (const [round, headStartMs] of [0, 20, 40, 80, 120, 160, 1500].entries()) {
      await lena.done('POST demo/start_over');
      expect((await lena.usdt()).spot).toEqual({ available: '100000', frozen: '0' });
      const quote = await lena.done<{ quote_id: string }>('POST wallet/flash_quote', {
        ...{ from: 'USDT', to: 'ETH', amount: '40000' },
      });
      const exchange = { from: 'USDT', to: 'ETH', amount: '40000', quote_id: quote.quote_id };
      const market = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '40000' };
      const limit = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '40', price: '1000' };
      const wanted: [what: string, () => ReturnType<WholeServer['call']>][] = [
        ['withdrawal', () => lena.out({ amount: '40000' })],
        ['exchange', () => lena.call('POST wallet/flashAgainst', exchange)],
        ['spot', () => lena.call('POST coin/trade', market)],
        ['resting', () => lena.call('POST coin/trade', limit)],
        ['fund', () => lena.call('POST lh/deposit', { amount: '40000' })],
        [
          'contract',
          () =>
            lena.call('POST wallet/transfer', {
              currency: 'USDT',
              from: 'spot',
              to: 'contract',
              amount: '40000',
            }),
        ],
        [
          'option',
          () =>
            lena.call('POST wallet/transfer', {
              currency: 'USDT',
              from: 'spot',
              to: 'option',
              amount: '40000',
            }),
        ],
      ];
      const turned = [...wanted.slice(round), ...wanted.slice(0, round)];
      // A withdrawal first checks secrets, which takes a moment, so it is sent first.
      const later = (what: string) => delay(what === 'withdrawal' ? 0 : headStartMs);
      const answers = await Promise.all(turned.map(([what, ask]) => later(what).then(ask)));
      const got = turned.filter((_, at) => answers[at]?.body.type === 'ok').map(([what]) => what);
      expect(got.length, got.join(' ')).toBe(2);
      for (const what of got) taken.add(what);
      const { spot } = await lena.usdt();
      // A purchase in whole steps leaves a remainder, which is never enough for a third request.
      expect(amount(spot.available) >= 0n && amount(spot.available) < amount('40000')).toBe(true);
    }
    // Each kind of request succeeded at least once.
    expect([...taken].toSorted()).toEqual([
      'contract',
      'exchange',
      'fund',
      'option',
      'resting',
      'spot',
      'withdrawal',
    ]);
    expect(await breaches(pool)).toEqual([]);
  });
});

test('ignores or refuses duplicate fields in a form or query, and withdraws only the amount that was read', async () => {
  const lena = await example(0);
  await lena.done('POST demo/start_over');
  const { items } = await lena.done<CallOutput<'GET wallet/address'>>('GET wallet/address');
  const rest = `"currency":"USDT","address":"${items[0]?.id}","trading_password":"${TRADING_PASSWORD}"`;
  const sent = async (raw: string, name = 'POST wallet/out', headers = {}) =>
    (await knock(server.origin, name, { token: lena.token, raw, headers })).body;
  expect(await sent(`{${rest},"amount":"40","amount":"90000"}`)).toMatchObject({ error: 'request_illegal' });
  expect(await sent(`{${rest},"amount":"40","\\u0061mount":"90000"}`)).toMatchObject({
    error: 'request_illegal',
  });
  expect(await sent(`{${rest},"__proto__":{"amount":"40"}}`)).toMatchObject({ error: 'parameter_missing' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await sent('amount=40&amount=90000&currency=USDT', undefined, form)).toMatchObject({
    type: 'error',
  });
  // Fields in the query string are ignored.
  expect(await sent(`{${rest},"amount":"40"}`, 'POST wallet/out?amount=90000&fee=0')).toMatchObject({
    message: { amount: '40', fee: '0.04' },
  });
  expect((await lena.usdt()).spot).toEqual({ available: '99960', frozen: '40' });
});

describe('the role of an operator', () => {
  it('limits support to viewing, reviewers to deciding and treasurers to settling, and records every attempt to do more', async () => {
    const wei = await example(1);
    const id = await wei.withdraw('50');
    const case_ = seen(wei, id, '50');
    const settled = {
      customer: wei.id,
      id,
      amount: '50',
      outcome: 'paid',
      reference: '7f'.repeat(32),
    } as const;
    const sam = await openConsoleLine(server, 'sam');
    expect(await sam.done('GET withdrawal', { customer: wei.id, id })).toMatchObject({ amount: '50' });
    const refused = async (line: ConsoleLine, ask: Promise<{ body: unknown }>) =>
      expect((await ask).body, line.account).toMatchObject({ type: 'error', error: 'unauthorized' });
    await refused(sam, sam.ask('POST withdrawal_decide', { ...case_, verdict: 'approve' }));
    await refused(sam, sam.ask('POST withdrawal_settle', settled));
    await refused(rosa, rosa.ask('POST withdrawal_settle', settled));
    const denied = await pool.query<{ operator: string }>(
      `select a.operator from audit a where a.action = 'denied' order by a.seq desc limit 3`,
    );
    expect(denied.rows.map(({ operator }) => operator)).toEqual(['rosa', 'sam', 'sam']);
    // An operator's token is invalid at the customers' server, and a customer's token at the operators' server.
    const body = async (name: string, token: string) => (await knock(server.origin, name, { token })).body;
    expect(await body('GET cashlist/log', rosa.token)).toMatchObject({ type: '999' });
    expect(await body('GET console/withdrawals', wei.token)).toMatchObject({ type: '999' });
    await wei.done('POST wallet/out_cancel', { id });
  });
});

describe('a payment provider', () => {
  it('gets an approved withdrawal, and its report marks the withdrawal as paid with the payment’s reference', async () => {
    const wei = await example(1);
    const before = await wei.usdt();
    const id = await wei.withdraw('200');
    await rosa.done('POST withdrawal_decide', { ...seen(wei, id, '200'), verdict: 'approve' });
    await expect.poll(() => provider.heard.length, { timeout: 10_000 }).toBe(1);
    const [heard] = provider.heard;
    expect(heard).toMatchObject({
      payment: {
        key: `w-${wei.id}-${id}`,
        currency: 'USDT',
        network: 'tron',
        address: ADDRESS,
        amount: '199.8',
      },
      authorization: `Bearer ${TOKEN}`,
    });
    const report = { key: heard?.payment.key, outcome: 'paid', amount: '199.8', reference: '5a'.repeat(32) };
    const say = (authorization: string | undefined, fields: Record<string, unknown> = report) =>
      knock(server.origin, 'POST payout/callback', {
        fields,
        ...(authorization === undefined ? {} : { token: authorization }),
      });
    for (const wrong of [
      undefined,
      'Bearer wrong',
      TOKEN,
      wei.token,
      rosa.token,
      `Bearer ${TOKEN} `.repeat(2),
    ]) {
      const { status, body } = await say(wrong);
      expect([status, body], wrong).toMatchObject([403, { error: 'unauthorized' }]);
    }
    expect(await wei.newest()).toMatchObject({ id, status: 'waiting' });
    expect((await say(`Bearer ${TOKEN}`, {})).body).toMatchObject({ error: 'request_illegal' });
    wellAnswered((await say(`Bearer ${TOKEN}`)).body);
    wellAnswered((await say(`Bearer ${TOKEN}`)).body);
    expect(await wei.newest()).toMatchObject({ id, status: 'success', paid_reference: '5a'.repeat(32) });
    const after = await wei.usdt();
    expect(amount(before.spot.available) - amount(after.spot.available)).toBe(amount('200'));
    expect(after.spot.frozen).toBe(before.spot.frozen);
    // A treasurer who reports the payment again is refused, because the withdrawal is already paid.
    const again = {
      customer: wei.id,
      id,
      amount: '200',
      outcome: 'paid',
      reference: '5a'.repeat(32),
    } as const;
    expect((await theo.ask('POST withdrawal_settle', again)).body).toMatchObject({ type: 'error' });
  });
});

test('cancels waiting and in-flight withdrawals when a customer starts over, and restores the whole grant', async () => {
  const wei = await example(1);
  await wei.withdraw('30000');
  await wei.done('POST demo/start_over');
  expect(await wei.newest()).toMatchObject({ status: 'failed', reason: 'start_over' });
  expect((await wei.usdt()).spot).toEqual({ available: '100000', frozen: '0' });
  const heard = provider.heard.length;
  const id = await wei.withdraw('31');
  await rosa.done('POST withdrawal_decide', { ...seen(wei, id, '31'), verdict: 'approve' });
  await expect.poll(() => provider.heard.length, { timeout: 10_000 }).toBe(heard + 1);
  await wei.done('POST demo/start_over');
  expect(await wei.newest()).toMatchObject({ id, status: 'failed', reason: 'start_over' });
  expect((await wei.usdt()).spot).toEqual({ available: '100000', frozen: '0' });
});

test('publishes how long withdrawals took and why others failed', async () => {
  const { body } = await knock(server.origin, 'GET transparency/withdrawals');
  const times = wellAnswered(body) as CallOutput<'GET transparency/withdrawals'>;
  expect(times).toMatchObject({
    paid: 1,
    in_time: 1,
    median_minutes: 1,
    slowest_tenth_minutes: 1,
    overdue: 0,
    held: [],
  });
  expect(times.failed.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['start_over', 'cancelled_by_customer']),
  );
});

test('refuses to close an account with a withdrawal in flight', async () => {
  const world = await openWithdrawalsDoor();
  const kim = await world.customer('kim');
  const id = await kim.out();
  const command = closeAccount({ openTables: [of(withdrawals)], mode: 'demo' });
  const close = (key: string) =>
    world.executor.submit({
      ...{ command, input: { nowMs: world.now() }, book: kim.book, key, bodyHash: '' },
      deadlineMs: world.now() + 10_000,
    });
  expect(await close('one')).toMatchObject({ refusal: { code: 'open_trade_blocks' } });
  await kim.cancel(id);
  expect(await close('two')).toMatchObject({ ok: true });
  await world.close();
});
