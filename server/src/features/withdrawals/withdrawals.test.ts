/**
 * Withdrawals through the API: who can withdraw, that each withdrawal is paid only once, and the views of customers, operators
 * and the public.
 */
import { HOUR_MS } from '@candor/domain/time.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { channels } from '@candor/protocol/channels.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWithdrawalsDoor, PASSWORD, TRADING_PASSWORD } from '@candor/testing/withdrawals-door.ts';
import type { Payee, WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { changeStandingOf } from '@candor/testing/standing.ts';
import { noteConfirmed } from '../../payments/confirmed.ts';
import { requestWithdrawal } from './commands.ts';

let world: WithdrawalsDoor;
let names = 0;

beforeAll(async () => {
  world = await openWithdrawalsDoor();
});
afterAll(() => world.close());

const somebody = (usdt?: string): Promise<Payee> => {
  names += 1;
  return world.customer(`payee${names}`, usdt);
};

type Asked = CallOutput<'POST wallet/out'>;

describe('requesting a withdrawal', () => {
  it('freezes the amount immediately and deducts the displayed fee from it', async () => {
    const kim = await somebody();
    const terms = await kim.done<CallOutput<'GET wallet/out_terms'>>('GET wallet/out_terms');
    expect(terms).toMatchObject({ arrival_hours: 24, held_until: null });
    expect(terms.currencies.map(({ currency, networks }) => [currency, networks])).toEqual([
      ['USDT', ['ethereum', 'arbitrum', 'tron']],
      ['BTC', ['bitcoin']],
      ['ETH', ['ethereum', 'arbitrum']],
    ]);
    expect(terms.currencies[0]).toMatchObject({
      ...{ min: '30', max: '200000', day_max: '500000', day_left: '500000' },
      ...{ fee_rate: '0.001', two_from: '10000', available: '1000' },
    });
    const asked = (await kim.ask({ amount: '333.33333333' })) as Asked;
    expect(asked).toMatchObject({ fee: '0.33333433', arrives: '332.999999', status: 'under_review' });
    expect(await kim.money()).toEqual({ spot: '666.66666667', frozen: '333.33333333' });
    expect(await kim.journals()).toEqual(['withdrawal_hold']);
    expect(await kim.notices()).toContain('withdrawal_requested');
    expect(await kim.list()).toMatchObject([
      {
        ...{ id: asked.id, amount: '333.33333333', fee: '0.33333433', arrives: '332.999999' },
        ...{ address: kim.address.address, network: 'tron', hold: null, overdue: false, reason: null },
      },
    ]);
    const later = await kim.done<CallOutput<'GET wallet/out_terms'>>('GET wallet/out_terms');
    expect(later.currencies[0]).toMatchObject({ available: '666.66666667', day_left: '499666.66666667' });
  });

  test.each([
    [{ amount: '29.99999999' }, 'withdrawal_below_minimum'],
    [{ amount: '1000.00000001' }, 'withdrawal_exceeds_holdings'],
    [{ amount: '0' }, 'amount_wrong'],
    [{ currency: 'BTC', amount: '1' }, 'network_invalid'],
    [{ currency: 'DOGE', amount: '100' }, 'currency_invalid'],
    [{ address: '1' }, 'address_not_yours'],
    [{ address: "1' or 1=1" }, 'parameter_wrong'],
    [{ trading_password: '000001' }, 'trading_password_wrong'],
    [{ trading_password: '' }, 'trading_password_wrong'],
    [{ trading_password: undefined }, 'parameter_missing'],
  ])('is refused without any change: %o', async (fields, code) => {
    const lee = await somebody();
    expect(await lee.ask(fields)).toBe(code);
    expect([await lee.money(), await lee.list()]).toEqual([{ spot: '1000', frozen: '0' }, []]);
  });

  it('is accepted for a balance of exactly the minimum, from which the fee is deducted', async () => {
    const poor = await somebody('30');
    expect(await poor.ask({ amount: '30' })).toMatchObject({ amount: '30', fee: '0.03', arrives: '29.97' });
    expect(await poor.money()).toEqual({ spot: '0', frozen: '30' });
  });

  it('ignores fields that customers may not set', async () => {
    const eve = await somebody();
    const asked = await eve.ask({
      ...{ fee: '0', status: 'success', userId: '1', customer: '1', book: '1', rate: '0' },
      ...{ needs_second: false, is_admin: true, network: 'bitcoin', balance: '1' },
    });
    expect(asked).toMatchObject({ fee: '0.1', arrives: '99.9', status: 'under_review' });
    // The displayed amount can cause a refusal, but has no other effect.
    expect(await (await somebody()).ask({ arrives: '100' })).toBe('case_changed');
  });
});

describe('concurrent requests for the whole balance', () => {
  it('are accepted only once through the API', async () => {
    const kim = await somebody();
    const answers = await Promise.all(Array.from({ length: 50 }, () => kim.ask({ amount: '1000' })));
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1);
    // Concurrent attempts at the trading password are throttled. No other refusals occur.
    const others = new Set(answers.filter((answer) => typeof answer === 'string'));
    for (const code of others) expect(['withdrawal_pending', 'too_many_attempts', 'busy']).toContain(code);
    expect(await kim.money()).toEqual({ spot: '0', frozen: '1000' });
    expect(await kim.journals()).toEqual(['withdrawal_hold']);
  });

  it('are accepted only once by the executor, which refuses the others because a withdrawal is open', async () => {
    const lee = await somebody();
    const command = requestWithdrawal(world.terms);
    const asked = { currency: 'USDT', amount: 1000n * 10n ** 8n, addressId: BigInt(lee.address.id) };
    const input = { ...asked, jurisdictions: 'demo' } as const;
    // The executor needs a confirmation by the customer for each request.
    for (let at = 0; at < 32; at += 1) {
      await noteConfirmed(world.door.pool, lee.book, { act: 'withdraw', ...asked });
    }
    const submitted = Array.from({ length: 32 }, (_, at) =>
      world.executor.submit({
        ...{ command, input, book: lee.book, key: `k${at}`, bodyHash: '', deadlineMs: world.now() + 60_000 },
      }),
    );
    const answers = await Promise.all(submitted);
    const codes = answers.map((answer) => (answer.ok ? 'done' : answer.refusal.code)).toSorted();
    expect(codes).toEqual(['done', ...Array.from({ length: 31 }, () => 'withdrawal_pending')]);
    expect(await lee.money()).toEqual({ spot: '0', frozen: '1000' });
  });
});

describe('requests with the same key', () => {
  it('have one effect and one response, even if twenty are sent concurrently with one code', async () => {
    const kim = await somebody();
    await kim.bind();
    const totp = kim.nextCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => kim.ask({ totp }, { key: 'same' })));
    expect(answers[0]).toMatchObject({ status: 'under_review' });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await kim.journals()).toEqual(['withdrawal_hold']);
    // Later requests receive the stored response, even with a different code, without one, or with a wrong trading password.
    // Nothing is checked again.
    expect(await kim.ask({ totp: kim.nextCode() }, { key: 'same' })).toEqual(answers[0]);
    expect(await kim.ask({ trading_password: '000000' }, { key: 'same' })).toEqual(answers[0]);
    world.door.clock.aheadMs += 25 * HOUR_MS;
    expect(await kim.ask({}, { key: 'same' })).toEqual(answers[0]);
    // The key is refused with different fields. The same key of a different customer is independent.
    expect(await kim.ask({ amount: '101', totp: kim.nextCode() }, { key: 'same' })).toBe('key_reused');
    const lee = await somebody();
    expect(await lee.ask({}, { key: 'same' })).toMatchObject({ status: 'under_review' });
    expect(await kim.journals()).toEqual(['withdrawal_hold']);
  });

  it('receive the stored response even with a wrong trading password, which is not stored even as a hash', async () => {
    const kim = await somebody();
    await kim.ask({}, { key: 'one' });
    const kept = await world.door.pool.query<{ body_hash: string }>(
      `select a.body_hash from answer a where a.book = $1 and a.key = 'withdrawals.request:one'`,
      [kim.book],
    );
    const again = await kim.ask({ trading_password: '111111' }, { key: 'one' });
    expect([kept.rowCount, typeof again]).toEqual([1, 'object']);
  });
});

describe('a stolen token', () => {
  it('withdraws nothing without the trading password and the second factor', async () => {
    const victim = await somebody();
    await victim.bind();
    expect(await victim.ask({ trading_password: '000000' })).toBe('trading_password_wrong');
    expect(await victim.ask()).toBe('confirmation_needed');
    expect(await victim.ask({ totp: '000000' })).toBe('confirmation_wrong');
    const passed = victim.nextCode();
    expect(await victim.ask({ trading_password: '000001', totp: passed })).toBe('trading_password_wrong');
    expect(await victim.money()).toEqual({ spot: '1000', frozen: '0' });
    // The attempt with the wrong trading password didn't use up the code.
    expect(await victim.ask({ totp: passed })).toMatchObject({ status: 'under_review' });
  });

  it('allows no more than five attempts at the trading password', async () => {
    const victim = await somebody();
    for (let at = 0; at < 5; at += 1)
      expect(await victim.ask({ trading_password: '000000' })).toBe('trading_password_wrong');
    expect(await victim.ask()).toBe('too_many_attempts');
    expect(await victim.money()).toEqual({ spot: '1000', frozen: '0' });
  });
});

test('refuses a withdrawal without verification, and within 24 hours of a change of the trading password', async () => {
  const token = await world.door.register('unset', PASSWORD);
  const fields = { currency: 'USDT', amount: '30', address: '1', trading_password: TRADING_PASSWORD };
  const { body } = await world.door.call('POST wallet/out', { token, fields });
  expect(body).toMatchObject({ error: 'verification_needed' });

  const kim = await somebody();
  await kim.done('POST safe/trading_password', {
    ...{ current: TRADING_PASSWORD, password: '739284', re_password: '739284', current_password: PASSWORD },
  });
  expect(await kim.ask({ trading_password: '739284' })).toBe('withdrawals_held');
  const terms = await kim.done<CallOutput<'GET wallet/out_terms'>>('GET wallet/out_terms');
  expect((terms.held_until ?? 0) * 1000 - world.now()).toBeGreaterThan(24 * HOUR_MS - 60_000);
  world.door.clock.aheadMs += 24 * HOUR_MS + 1000;
  expect(await kim.ask({ trading_password: '739284' })).toMatchObject({ status: 'under_review' });
});

describe('a frozen account', () => {
  it('can cancel an open withdrawal; a request or an approval is refused', async () => {
    const kim = await somebody();
    const id = await kim.out();
    await changeStandingOf(world.door.pool, kim.name, 'freeze');
    world.door.clock.aheadMs += 6000;
    expect(await kim.ask()).toBe('account_frozen');
    const seen = { customer: String(kim.book), id, amount: '100', address: kim.address.address };
    expect(await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toBe(
      'account_frozen',
    );
    expect(await kim.list()).toMatchObject([{ id, status: 'under_review' }]);
    expect(await kim.cancel(id)).toEqual({ id, status: 'failed' });
    expect(await kim.money()).toEqual({ spot: '1000', frozen: '0' });
  });
});

describe('cancelling a withdrawal', () => {
  it('releases the whole amount immediately and only once, and is refused for another customer’s withdrawal', async () => {
    const [kim, lee] = [await somebody(), await somebody()];
    const id = await kim.out();
    expect(await lee.cancel(id)).toBe('not_found');
    expect(await kim.cancel('x')).toBe('not_found');
    const answers = await Promise.all(Array.from({ length: 10 }, () => kim.cancel(id)));
    const codes = answers.filter((answer) => typeof answer === 'string');
    expect(codes).toEqual(Array.from({ length: 9 }, () => 'order_state_wrong'));
    expect(await kim.money()).toEqual({ spot: '1000', frozen: '0' });
    expect(await kim.journals()).toEqual(['withdrawal_hold', 'withdrawal_release']);
    expect(await kim.list()).toMatchObject([{ status: 'failed', reason: 'cancelled_by_customer' }]);
    // A new request is allowed, and the cancelled one doesn't count towards the daily limit.
    const terms = await kim.done<CallOutput<'GET wallet/out_terms'>>('GET wallet/out_terms');
    expect(terms.currencies[0]).toMatchObject({ day_left: '500000', available: '1000' });
    expect(await kim.ask()).toMatchObject({ status: 'under_review' });
  });
});

describe('a withdrawal after its deadline', () => {
  it('is overdue for the customer, for operators and in the public statistics until it is held', async () => {
    const kim = await somebody();
    const id = await kim.out();
    const times = async () =>
      (await world.door.call('GET transparency/withdrawals')).body
        .message as CallOutput<'GET transparency/withdrawals'>;
    const before = await times();
    world.door.clock.aheadMs += 23 * HOUR_MS;
    expect(await kim.list()).toMatchObject([{ id, overdue: false }]);
    world.door.clock.aheadMs += 2 * HOUR_MS;
    expect(await kim.list()).toMatchObject([{ id, overdue: true, status: 'under_review' }]);
    const customer = String(kim.book);
    const seen = await world.act('sam', 'GET withdrawals', { customer });
    expect(seen).toMatchObject({ items: [{ id, overdue: true }] });
    expect((await times()).overdue).toBeGreaterThan(before.overdue);
    // A hold, whose reason and end the customer sees, postpones the deadline to its end.
    const until = Math.floor(world.now() / 1000) + 3600;
    const hold = { customer, id, amount: '100', address: kim.address.address, until };
    await world.act('rosa', 'POST withdrawal_decide', {
      ...hold,
      verdict: 'hold',
      reason: 'source_of_funds',
    });
    expect(await kim.list()).toMatchObject([
      { id, overdue: false, hold: { reason: 'source_of_funds', until } },
    ]);
    world.door.clock.aheadMs += 2 * HOUR_MS;
    expect(await kim.list()).toMatchObject([{ id, overdue: true, status: 'under_review' }]);
    expect(await kim.money()).toEqual({ spot: '900', frozen: '100' });
  });
});

it('sends an event to the customer’s devices at every change of a withdrawal', async () => {
  const kim = await somebody();
  const id = await kim.out();
  const seen = { customer: String(kim.book), id, amount: '100', address: kim.address.address };
  const until = Math.floor(world.now() / 1000) + 3600;
  await world.act('rosa', 'POST withdrawal_decide', {
    ...{ ...seen, verdict: 'hold', reason: 'documents_needed', until },
  });
  await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'release' });
  await world.act('rosa', 'POST withdrawal_decide', {
    ...{ ...seen, verdict: 'reject', reason: 'customer_request' },
  });
  const own = world.published.filter(({ book }) => book === kim.book);
  const heard = own.flatMap(({ prev, seq, events, moneyMoved }) =>
    events.map((event) => {
      const sent = { prev: Number(prev), seq: Number(seq), ...event.payload() };
      const { withdrawal } = v.parse(channels.withdrawal.payload, sent);
      return [event.name, withdrawal.status, withdrawal.hold?.reason ?? null, moneyMoved];
    }),
  );
  expect(heard).toEqual([
    ['withdrawal', 'under_review', null, true],
    ['withdrawal', 'under_review', 'documents_needed', false],
    ['withdrawal', 'under_review', null, false],
    ['withdrawal', 'failed', null, true],
  ]);
});

test('pays out a whole deposit to a customer who never traded', async () => {
  const kim = await somebody('250.5');
  const id = await kim.out({ amount: '250.5' });
  const seen = { customer: String(kim.book), id, amount: '250.5' };
  const address = kim.address.address;
  await world.act('rosa', 'POST withdrawal_decide', { ...seen, address, verdict: 'approve' });
  const reference = 'c0'.repeat(32);
  expect(
    await world.act('theo', 'POST withdrawal_settle', { ...seen, outcome: 'paid', reference }),
  ).toMatchObject({
    ...{ status: 'success', arrives: '250.2495', fee: '0.2505', paid_reference: reference },
  });
  expect(await kim.money()).toEqual({ spot: '0', frozen: '0' });
  expect(await kim.journals()).toEqual(['withdrawal_hold', 'withdrawal_pay']);
});

test('lists withdrawals in pages, and filters them by status and currency', async () => {
  const kim = await somebody();
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const id = await kim.out();
    ids.unshift(id);
    await kim.cancel(id);
  }
  type List = CallOutput<'GET cashlist/log'>;
  const first = await kim.done<List>('GET cashlist/log', { limit: '3' });
  const rest = await kim.done<List>('GET cashlist/log', { limit: '3', cursor: first.next ?? '' });
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
  expect(rest.next).toBeNull();
  expect((await kim.done<List>('GET cashlist/log', { status: 'success' })).items).toEqual([]);
  expect((await kim.done<List>('GET cashlist/log', { currency: 'BTC' })).items).toEqual([]);
  expect(await kim.said(kim.call('GET cashlist/log', { cursor: 'x' }))).toBe('parameter_wrong');
});
