/** Options through the API, on PostgreSQL with the simulated market running. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { OptionEntry } from '@candor/domain/trading/option.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';

let server: WholeServer;
let owner: Pool;
let token: string;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  owner = createPool(server.ownerUrl, { max: 2 });
});
beforeEach(async () => {
  token = await server.login();
  await call('POST demo/start_over', {});
  await call('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '5000' });
});
afterAll(async () => {
  await whole();
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).*failed|did not fire/.test(text))).toEqual([]);
  await server.stop();
});

type Accepted = CallOutput<'POST microtrade/submit'>;
type Tickets = CallOutput<'GET microtrade/lists'>;
type Ticket = Tickets[number];

async function call(name: string, fields: Record<string, unknown>, how: { key?: string } = {}) {
  const answer = await server.call(name, { fields, token, ...how });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  return answer.body;
}

async function ok<Message>(name: string, fields: Record<string, unknown>, key?: string): Promise<Message> {
  const body = await call(name, fields, key === undefined ? {} : { key });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

const order = { symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '100', currency: 'USDT' };

/** Buys a ticket. Retries because a stalled machine leaves a gap in its simulated market, which briefly prevents purchases. */
async function buy(change: Record<string, unknown> = {}, path = 'submit'): Promise<Accepted> {
  for (let tries = 1; ; tries += 1) {
    const body = await call(`POST microtrade/${path}`, { ...order, ...change });
    if (body.type === 'ok') return body.message as Accepted;
    const again = body.type === 'error' && ['trading_closed', 'busy'].includes(body.error) && tries < 50;
    if (!again) throw new Error(JSON.stringify(body));
    await delay(100);
  }
}

async function ticketOf(id: string, list = 'lists'): Promise<Ticket> {
  const found = (await ok<Tickets>(`GET microtrade/${list}`, { limit: '100' })).find((one) => one.id === id);
  if (found === undefined) throw new Error(`expected a ticket ${id}, found none`);
  return found;
}

async function until(id: string, holds: (ticket: Ticket) => boolean, list = 'lists'): Promise<Ticket> {
  const deadline = performance.now() + 45_000;
  for (;;) {
    const ticket = await ticketOf(id, list);
    if (holds(ticket)) return ticket;
    if (performance.now() > deadline)
      throw new Error(`expected the ticket to close, found ${JSON.stringify(ticket)}`);
    await delay(100);
  }
}

/** Whether the ticket has a strike or became void before it. */
const isStruck = ({ strike, status }: Ticket): boolean => strike !== null || status !== 'open';

async function pocket(currency = 'USDT') {
  const wallets = await ok<CallOutput<'POST wallet/list'>>('POST wallet/list', {});
  const wallet = wallets.find((one) => one.currency === currency);
  return { ...wallet?.option, credit: wallet?.experience };
}

/** Converts an entry returned by the call to the form that the domain's rule takes. */
function entryOf(entry: CallOutput<'GET tape'>[number] | undefined): OptionEntry | undefined {
  if (entry === undefined) return undefined;
  const { seq, time_ms: timeMs, last, gap } = entry;
  return { seq: BigInt(seq), timeMs, last: amount(last), ...(gap ? { gap } : {}) };
}

async function whole(): Promise<void> {
  expect(await breaches(owner)).toEqual([]);
}

test('strikes a ticket at the next entry, settles it at the last entry before expiry, and posts the exact amounts', async () => {
  let accepted = await buy();
  expect(accepted).toMatchObject({ status: 'open', payout_ratio: '0.8', profit: '80', stake: '100' });
  expect(accepted.expires_at).toBe(accepted.created_at + 30);
  expect(accepted.strike_seq).toBe(accepted.accepted_seq + 1);
  expect(await pocket()).toMatchObject({ available: '4900', frozen: '100' });
  await whole();
  while ((await until(accepted.id, isStruck)).status !== 'open') accepted = await buy();
  // A ticket staked with credit may be "down" on an instrument on which a ticket staked with money is "up".
  const down = await buy({ symbol: 'ETH/USDT', side: 'down', currency: 'EXPERIENCE', stake: '20' });
  expect(await pocket()).toMatchObject({ available: '4900', credit: { available: '80', frozen: '20' } });

  const ended = await until(accepted.id, ({ status }) => status !== 'open');
  const tape = await ok<CallOutput<'GET tape'>>('GET tape', {
    symbol: 'BTC/USDT',
    from_seq: String(accepted.accepted_seq),
    limit: '1000',
  });
  const exit = tape.findLastIndex((entry) => entry.time_ms <= accepted.expires_at * 1000);
  const [before, strike, settle, after] = [0, 1, exit, exit + 1].map((at) => entryOf(tape[at]));
  if (!before || !strike || !settle || !after)
    throw new Error('expected the tape to hold every entry of the ticket');
  const { status } = optionResult('up', { accepted: before, strike, settle, after });
  expect(ended).toMatchObject({
    strike: formatAmount(strike.last),
    settle: formatAmount(settle.last),
    settle_seq: Number(settle.seq),
  });
  const pnl = { won: '80', lost: '-100', tied: '0', void: '0' }[status];
  expect(ended).toMatchObject({ status, pnl });
  expect(await pocket()).toMatchObject({
    available: formatAmount(amount('5000') + amount(pnl)),
    frozen: '0',
  });

  const other = await until(down.id, ({ status: now }) => now !== 'open');
  // Profit on a stake of credit becomes credit: 80% of 20.
  const credit = { won: '116', lost: '80', tied: '100', void: '100' }[other.status as string];
  expect((await pocket()).credit).toEqual({ available: credit, frozen: '0' });
  const results = await ok<CallOutput<'GET microtrade/results'>>('GET microtrade/results', {});
  const decided = [ended, other].filter((one) => one.status === 'won' || one.status === 'lost').length;
  expect(results.all.won + results.all.lost).toBe(decided);
  await whole();
}, 90_000);

test('accepts stakes on coins and metals, and names the invalid field on refusal', async () => {
  await ok('POST coin/trade', { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.01' });
  await ok('POST wallet/transfer', { currency: 'BTC', from: 'spot', to: 'option', amount: '0.005' });
  const coin = await buy({ currency: 'BTC', stake: '0.002', seconds: 300 });
  expect(coin).toMatchObject({ profit: '0.00176', currency: 'BTC' });
  expect(await pocket('BTC')).toMatchObject({ available: '0.003', frozen: '0.002' });
  const gold = await buy({ symbol: 'XAU/USD', seconds: 60 }, 'whsubmit');
  await until(gold.id, isStruck, 'whlists');
  const open = { status: 'open' };
  expect(await ok<Tickets>('GET microtrade/lists', open)).toMatchObject([{ id: coin.id }]);
  expect(await ok<Tickets>('GET microtrade/lists', { ...open, cursor: coin.id })).toEqual([]);
  const before = await pocket();
  const wrong: [string, Record<string, unknown>, string, string | undefined][] = [
    ['submit', { symbol: 'EUR/USD' }, 'pair_not_active', 'symbol'],
    ['submit', { symbol: 'SOL/USDT' }, 'pair_not_active', 'symbol'],
    ['submit', { symbol: 'NO/USDT' }, 'pair_not_found', 'symbol'],
    ['whsubmit', {}, 'pair_not_active', 'symbol'],
    ['submit', { seconds: 31 }, 'duration_not_offered', 'seconds'],
    ['submit', { stake: '9.99999999' }, 'stake_below_minimum', 'stake'],
    ['submit', { stake: '5000.00000001' }, 'stake_above_maximum', 'stake'],
    ['submit', { stake: '4999' }, 'option_balance_insufficient', 'stake'],
    ['submit', { stake: '101', currency: 'EXPERIENCE' }, 'credit_insufficient', 'stake'],
    ['submit', { currency: 'SOL' }, 'currency_invalid', 'currency'],
    ['submit', { payout_ratio: '0.9' }, 'payout_changed', 'payout_ratio'],
    ['submit', { side: 'sideways' }, 'parameter_wrong', 'side'],
    ['submit', { stake: '-100' }, 'parameter_wrong', 'stake'],
    ['submit', { stake: '1e3' }, 'parameter_wrong', 'stake'],
  ];
  for (const [path, change, error, field] of wrong) {
    const answer = await call(`POST microtrade/${path}`, { ...order, ...change });
    expect(answer, JSON.stringify(change)).toMatchObject({ type: 'error', error, params: { field } });
  }
  expect(await pocket()).toEqual(before);
  await call('POST demo/start_over', {});
  expect(await ticketOf(coin.id)).toMatchObject({ status: 'void', reason: 'start_over', pnl: '0' });
  await whole();
});

test('creates one ticket per idempotency key, and refuses a stake above the balance', async () => {
  const same = await Promise.all(
    Array.from({ length: 20 }, () => ok<Accepted>('POST microtrade/submit', order, 'k')),
  );
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  const many = await Promise.all(
    Array.from({ length: 30 }, () => call('POST microtrade/submit', { ...order, stake: '1000' })),
  );
  expect(many.filter((answer) => answer.type === 'ok')).toHaveLength(4);
  expect(await pocket()).toMatchObject({ available: '900', frozen: '4100' });
  await whole();
});
