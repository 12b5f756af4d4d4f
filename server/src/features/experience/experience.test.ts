/** Experience credit end to end over HTTP, on a real PostgreSQL with the simulated market running. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { setForward } from '@candor/testing/set-forward.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';

let server: WholeServer;
let owner: Pool;
let token: string;
/** A second customer, whose ticket settles after half a minute while other tests run. */
let staker: string;
let staked: string;

beforeAll(async () => {
  server = await openWholeServer();
  // Auditing a month of days takes longer than the statement timeout.
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 2 });
  staker = await server.login(1);
  await ok('POST demo/start_over', {}, { as: staker });
  const ticket = { symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '20', currency: 'EXPERIENCE' };
  staked = (await ok<{ id: string }>('POST microtrade/submit', ticket, { as: staker })).id;
});
beforeEach(async () => {
  token = await server.login();
  await ok('POST demo/start_over');
});
afterAll(async () => {
  expect(await breaches(owner)).toEqual([]);
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).*failed|did not fire/.test(text))).toEqual([]);
  await server.stop();
});

type How = { key?: string; as?: string };
type Credit = CallOutput<'GET wallet/experience'>;
type Opened = CallOutput<'POST lever/submit'>;

/** Repeats a call that is refused because the machine is busy. A refused call has no effect. */
async function call(
  name: string,
  fields: Record<string, unknown> = {},
  { as = token, key = randomUUID() }: How = {},
) {
  const given = { fields, token: as, key };
  let answer = await server.call(name, given);
  for (let tries = 0; tries < 50 && answer.body.type !== 'ok' && answer.body.error === 'busy'; tries += 1) {
    await delay(200);
    answer = await server.call(name, given);
  }
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  return answer.body;
}

async function ok<Message>(
  name: string,
  fields: Record<string, unknown> = {},
  how: How = {},
): Promise<Message> {
  const body = await call(name, fields, how);
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

const credit = (how: How = {}) => ok<Credit>('GET wallet/experience', {}, how);
const convert = (how: How = {}) => call('POST wallet/experience_convert', {}, how);
const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', leverage: 2, collateral: 'promo' };
const open = (change: Record<string, unknown> = {}) =>
  ok<Opened>('POST lever/submit', { ...order, quantity: '0.002', ...change });
const close = (id: string, quantity?: string) => ok('POST lever/close', { id, quantity });

async function pocket(as = token) {
  const wallets = await ok<CallOutput<'POST wallet/list'>>('POST wallet/list', {}, { as });
  const usdt = wallets.find((wallet) => wallet.currency === 'USDT');
  return { spot: usdt?.spot.available ?? '', credit: usdt?.experience };
}

/** Moves the market clock forward, so that open stakes are at risk for this many days. */
async function later(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await setForward(owner, 'day');
}

/** Retries until the market has a current price again. */
const soon = <Answer>(ask: () => Promise<Answer>) => vi.waitFor(ask, { timeout: 20_000, interval: 50 });

/** Waits for a status, because an order without a fresh price waits for the next price. */
const becomes = (id: string, status: string) =>
  soon(async () => {
    const { rows } = await owner.query<{ status: string }>('select status from position where id = $1', [id]);
    expect(rows[0]?.status).toBe(status);
  });

/** Repeatedly holds nearly all of the credit at leverage 50 for a day, until enough is turned over. */
async function turnOver(): Promise<Credit> {
  for (;;) {
    const standing = await credit();
    if (amount(standing.turnover) >= amount(standing.turnover_needed)) return standing;
    const { rows } = await owner.query<{ last: string }>(
      `select last from tape where symbol = 'BTC/USDT' and last > 0 order by seq desc limit 1`,
    );
    // The market moves meanwhile, so reset the account if the market has consumed most of the credit.
    if (amount(standing.amount) < amount('25')) {
      await ok('POST demo/start_over', {});
      continue;
    }
    const worth = amount(standing.amount) * 45n;
    const quantity = formatAmount((worth / (amount(rows[0]?.last ?? '1') / 1000n)) * amount('0.001'));
    const { id } = await soon(() => open({ leverage: 50, quantity }));
    await becomes(id, 'open');
    await later(1);
    await soon(() => close(id));
    await becomes(id, 'closed');
  }
}

/** Buys coins with the customer's own money. A thousandth of the amount is the fee. */
const payFees = (usdt: string) =>
  soon(() => ok('POST coin/trade', { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: usdt }));

test('returns the grant, and refuses to convert it without turnover', async () => {
  const standing = await credit();
  expect(standing).toMatchObject({
    ...{ amount: '100', granted: '100', turnover: '0', turnover_needed: '1000' },
  });
  const days = ((standing.expires_at ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  expect(await convert()).toMatchObject({
    type: 'error',
    error: 'turnover_insufficient',
    params: { turnover: '0', needed: '1000' },
  });
  expect((await pocket()).credit).toEqual({ available: '100', frozen: '0' });
});

test('counts the stake of a ticket as turnover once the ticket is won or lost, and returns the stake to credit or to promotions', async () => {
  const ended = await vi.waitFor(
    async () => {
      const [ticket] = await ok<CallOutput<'GET microtrade/lists'>>(
        'GET microtrade/lists',
        {},
        { as: staker },
      );
      if (ticket?.id !== staked || ticket.status === 'open')
        throw new Error('expected a settled ticket, found it open');
      return ticket;
    },
    { timeout: 45_000, interval: 250 },
  );
  const counted = ended.status === 'won' || ended.status === 'lost' ? '20' : '0';
  // A winning ticket's profit, 80% of the stake, is credit too.
  const left = { lost: '80', won: '116' }[ended.status as string] ?? '100';
  expect(await credit({ as: staker })).toMatchObject({ turnover: counted, amount: left });
  expect((await pocket(staker)).credit).toEqual({ available: left, frozen: '0' });
}, 60_000);

test("counts closed positions as turnover by value and time held, and ignores open and cancelled positions and those held with the customer's own money", async () => {
  const held = await open({ leverage: 10 });
  expect(amount((await credit()).amount)).toBe(amount('100') - amount(held.margin) - amount(held.fee));
  await becomes(held.id, 'open');
  await later(1);
  expect((await credit()).turnover).toBe('0');
  await soon(() => close(held.id));
  await becomes(held.id, 'closed');
  // 0.1% of ten times the margin for each of 24 hours, plus the moments that the test took.
  const counted = amount((await credit()).turnover);
  expect(counted).toBeGreaterThanOrEqual((amount(held.margin) * 24n) / 100n);
  expect(counted).toBeLessThan((amount(held.margin) * 2401n) / 10_000n);

  const parts = await open({ quantity: '0.002', leverage: 20, side: 'short' });
  await becomes(parts.id, 'open');
  await close(parts.id, '0.001');
  await later(4);
  await soon(() => close(parts.id));
  await becomes(parts.id, 'closed');
  // Half of the position was closed immediately; the other half counts at most its whole margin.
  const turned = amount((await credit()).turnover) - counted;
  expect(turned).toBeGreaterThanOrEqual(amount(parts.margin) / 2n - 2n);
  expect(turned).toBeLessThan((amount(parts.margin) * 5001n) / 10_000n);

  const resting = await open({ type: 'limit', price: '1000' });
  await ok('POST lever/cancel', { id: resting.id });
  await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '500' });
  const own = await open({ collateral: 'contract' });
  await becomes(own.id, 'open');
  await later(1);
  await soon(() => close(own.id));
  await becomes(own.id, 'closed');
  expect(amount((await credit()).turnover)).toBe(turned + counted);
}, 60_000);

test('counts almost no turnover for positions that are closed immediately after opening', async () => {
  for (let round = 0; round < 11; round += 1) await close((await open({ leverage: 100 })).id);
  expect(amount((await credit()).turnover)).toBeLessThan(amount('1'));
  expect(await convert()).toMatchObject({ error: 'turnover_insufficient' });
});

test('rejects credit as one side of a hedge, whichever side was opened first and whatever money is on the opposite side', async () => {
  await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '500' });
  await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '500' });
  const other = (change: Record<string, unknown>) =>
    call('POST lever/submit', { ...order, quantity: '0.001', side: 'short', ...change });
  const hedged = { error: 'credit_hedged', params: { symbol: 'BTC/USDT' } };
  const long = await open({ leverage: 20 });
  expect(await other({ leverage: 20 })).toMatchObject(hedged);
  expect(await other({ collateral: 'contract' })).toMatchObject(hedged);
  expect(await other({ collateral: 'contract', type: 'limit', price: '900000' })).toMatchObject(hedged);
  await close(long.id);
  const own = await open({ collateral: 'contract', type: 'limit', price: '1000' });
  expect(await other({})).toMatchObject(hedged);
  await ok('POST lever/cancel', { id: own.id });
  const up = { symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '10', currency: 'EXPERIENCE' };
  await ok('POST microtrade/submit', up);
  for (const currency of ['EXPERIENCE', 'USDT']) {
    expect(await call('POST microtrade/submit', { ...up, side: 'down', currency })).toMatchObject(hedged);
  }
  await ok('POST microtrade/submit', { ...up, symbol: 'ETH/USDT', side: 'down', currency: 'USDT' });
  // The database also rejects such rows if they are inserted directly.
  for (const [table, sides] of [
    ['position', `case side when 'long' then 'short' else 'long' end`],
    ['option_ticket', `case side when 'up' then 'down' else 'up' end`],
  ] as const) {
    if (table === 'position') await open({ leverage: 20 });
    const copied = `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', 7, 'side', ${sides}${table === 'position' ? '' : `, 'strike', null, 'strike_ms', null, 'strike_seq', null, 'struck_from_ms', null`}))).*
      from ${table} t where t.status = 'open' and 'promo' in (${table === 'position' ? 'collateral' : 'source'}) limit 1`;
    await expect(owner.query(copied)).rejects.toThrow(/opposite to/);
  }
});

test('the database rejects a conversion without the turnover, even from the database owner', async () => {
  const forged = `update experience_credit set status = 'converted', turnover = 10 * amount, ended_ms = granted_ms,
    version = version + 1 where status = 'active'`;
  await expect(owner.query(forged)).rejects.toThrow(/more turnover than its trades/);
});

test('the database rejects a conversion without its journal, fees or turnover', async () => {
  const convertBy = (sum: string, ...also: string[]) =>
    owner.query(`do $$ declare c record; begin
      select * into c from experience_credit where status = 'active' order by id desc limit 1;
      update experience_credit set converted = converted + ${sum}, version = version + 1 where book = c.book and id = c.id;
      ${also.map((one) => `${one};`).join(' ')}
    end $$`);
  const moves = (kind: string, from: string, to: string) => `
    insert into journal (book, seq, slot, kind, ref, time_ms, accounts, currencies, amounts)
      select c.book, b.seq + 1, 0, '${kind}', 'experience_credit:' || c.id, 1, array['${from}', '${to}']::account[],
        array['USDT', 'USDT'], array[-10, 10] from book b where b.id = c.book;
    update book set seq = seq + 1 where id = c.book`;
  const moved = moves('experience_convert', 'promo', 'spot');
  await expect(convertBy('10')).rejects.toThrow(/converted 10.* by its row and 0 by its journals/);
  await expect(convertBy('10', moved)).rejects.toThrow(/no row that explains it|paid 0/);
  await payFees('25000');
  await expect(convertBy('10', moved)).rejects.toThrow(/no row that explains it/);
  await expect(convertBy('0', moves('experience_keep', 'contract', 'promo'))).rejects.toThrow(
    /pays a profit on credit out|contract_frozen|below zero|balance/,
  );
});

test('converts up to half of the fees once the turnover is reached, and keeps the rest as credit', async () => {
  await turnOver();
  expect(await convert()).toMatchObject({
    error: 'fees_insufficient',
    params: { paid: '0', converted: '0' },
  });
  await payFees('20000');
  const before = await pocket();
  const standing = await credit();
  // The fee is a thousandth of the purchase, which is slightly less than the requested amount.
  expect(amount(standing.fees_paid)).toBeGreaterThan(amount('19'));
  expect(amount(standing.fees_paid)).toBeLessThanOrEqual(amount('20'));
  expect(amount(standing.convertible)).toBe(amount(standing.fees_paid) / 2n);
  expect(await convert()).toMatchObject({ type: 'ok', message: { amount: standing.convertible } });
  expect(await convert()).toMatchObject({ error: 'fees_insufficient' });
  const after = await credit();
  expect(after).toMatchObject({ convertible: '0', converted: standing.convertible });
  expect(amount(after.amount)).toBe(amount(standing.amount) - amount(standing.convertible));
  expect(amount((await pocket()).spot)).toBe(amount(before.spot) + amount(standing.convertible));
}, 420_000);

test('refuses a conversion after the turnover while some of the credit is at stake', async () => {
  const turned = await turnOver();
  const margin = await open({ leverage: 100 });
  expect(await convert()).toMatchObject({ error: 'open_trade_blocks' });
  await close(margin.id);
  const resting = await open({ type: 'limit', price: '1000' });
  expect(await convert()).toMatchObject({ error: 'open_trade_blocks' });
  await ok('POST lever/cancel', { id: resting.id });
  const ticket = { symbol: 'BTC/USDT', side: 'up', seconds: 300, stake: '10', currency: 'EXPERIENCE' };
  await ok('POST microtrade/submit', ticket);
  expect(await convert({ key: 'blocked' })).toMatchObject({ error: 'open_trade_blocks' });
  expect(amount(turned.turnover)).toBeGreaterThanOrEqual(amount('1000'));
}, 420_000);

test('converts once in twenty concurrent calls, returns the same answer for a repeated key, and leaves no usable credit', async () => {
  const { amount: all } = await turnOver();
  // Rounding to the step leaves a remainder, so each trade pays slightly less.
  for (let paid = 0n; paid < 2n * amount(all) + amount('1'); paid += amount('40')) {
    await payFees('40000');
    // Sell most of the coins again, so that the balance suffices for the next trade.
    await soon(() =>
      ok('POST coin/trade', { symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity: '0.5' }),
    );
  }
  const before = await pocket();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => convert({ key: `convert-${at}` })));
  const won = answers.findIndex((body) => body.type === 'ok');
  const left = before.credit?.available ?? '0';
  expect(answers[won]).toMatchObject({ type: 'ok', message: { amount: left } });
  for (const [at, body] of answers.entries()) {
    if (at !== won) expect(body).toMatchObject({ type: 'error', error: 'credit_insufficient' });
  }
  expect(await convert({ key: `convert-${won}` })).toEqual(answers[won]);
  const spot = formatAmount(amount(before.spot) + amount(left));
  expect(await pocket()).toEqual({ spot, credit: { available: '0', frozen: '0' } });
  expect(await credit()).toEqual({
    ...{ amount: '0', granted: '0', turnover: '0', turnover_needed: '0', expires_at: null },
    ...{ fees_paid: '0', converted: '0', convertible: '0' },
  });
  expect(await call('POST lever/submit', { ...order, quantity: '0.001' })).toMatchObject({
    error: 'credit_insufficient',
  });
  const { rows } = await owner.query(
    `select c.status, c.turnover >= 1000 as reached, j.kind, j.ref = 'experience_credit:' || c.id as named
      from experience_credit c join journal j on j.book = c.book and j.kind = 'experience_convert'
        and j.ref = 'experience_credit:' || c.id where c.status = 'converted'`,
  );
  expect(rows).toEqual([{ status: 'converted', reached: true, kind: 'experience_convert', named: true }]);
}, 420_000);

test('on a reset, replaces the credit with a new grant without turnover, even if some of it is at stake', async () => {
  await close((await open()).id);
  const before = await credit();
  await open();
  const ticket = { symbol: 'BTC/USDT', side: 'down', seconds: 300, stake: '10', currency: 'EXPERIENCE' };
  for (let bought = 0; bought < 3; bought += 1) await ok('POST microtrade/submit', ticket);
  // Spreads the escrow over three slots: two hold the amount of one ticket each, and the third holds the rest.
  await owner.query(`insert into house_balance (account, currency, slot)
    select 'option_escrow', 'USDT', slot from generate_series(0, 2) slot on conflict do nothing`);
  await owner.query(`update house_balance set amount = case slot when 2 then
      (select sum(amount) - 2 * 18.8 from house_balance where account = 'option_escrow' and currency = 'USDT')
    else 18.8 end where account = 'option_escrow' and currency = 'USDT'`);
  await ok('POST demo/start_over');
  const after = await credit();
  expect(after).toMatchObject({ amount: '100', granted: '100', turnover: '0' });
  expect(after.expires_at).toBeGreaterThanOrEqual(before.expires_at ?? 0);
  expect((await pocket()).credit).toEqual({ available: '100', frozen: '0' });
  const { rows } = await owner.query<{ book: string; active: string }>(
    `select book, count(*) filter (where status = 'active') as active from experience_credit group by book`,
  );
  // The other customer's credit has expired by now.
  expect(new Set(rows.map((row) => row.active))).toEqual(new Set(['1', '0']));
  expect(await breaches(owner)).toEqual([]);
});
