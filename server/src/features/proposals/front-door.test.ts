/** Corrections and terms through both APIs of a running server: two operators act, and customers see the result. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { publishedBefore } from '@candor/testing/published-terms.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';

let server: WholeServer;
let token: string;
let theo: ConsoleLine;
let ada: ConsoleLine;
let owner: pg.Client;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  token = await server.login();
  theo = await openConsoleLine(server, 'theo');
  ada = await openConsoleLine(server, 'ada');
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  const pool = createPool(server.url, { max: 1 });
  // The last test publishes a version that takes effect in the past and names a nonexistent proposal.
  expect(await breaches(pool, { except: ['L22'] })).toEqual([]);
  await pool.end();
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

const customerOf = async (account: string): Promise<string> => {
  const found = await owner.query<{ id: string }>('select id from customer where account_key = $1', [
    account,
  ]);
  return found.rows[0]?.id ?? '';
};
const answer = async (name: string, fields: Record<string, unknown> = {}) =>
  (await server.call(name, { fields, token })).body;
const spot = async (): Promise<string> => {
  const body = await answer('POST wallet/list');
  if (body.type !== 'ok') throw new Error(body.error);
  const wallets = body.message as CallOutput<'POST wallet/list'>;
  return wallets.find(({ currency }) => currency === 'USDT')?.spot.available ?? '';
};

test('books and records a correction as soon as a second operator approves it, and refuses callers without permission', async () => {
  const customer = await customerOf((await answerOfInfo()).account);
  const before = await spot();
  const proposal = { kind: 'correction', customer, currency: 'USDT', amount: '42', takes: false } as const;
  const reason = 'A fee was charged twice on 14 January.';
  const rosa = await openConsoleLine(server, 'rosa');
  expect((await rosa.ask('POST propose', { reason, proposal })).body).toMatchObject({
    error: 'unauthorized',
  });
  const made = await theo.done('POST propose', { reason, proposal });
  const decide = { customer, id: made.id, body: made.body, verdict: 'approve' } as const;
  expect((await rosa.ask('POST proposal_decide', decide)).body).toMatchObject({ error: 'unauthorized' });
  expect((await theo.ask('POST proposal_decide', decide)).body).toMatchObject({
    error: 'second_person_needed',
  });
  const cases = await ada.done('GET cases', { kind: 'proposal' });
  expect(cases.items).toMatchObject([
    { customer, id: made.id, status: 'proposed', currency: 'USDT', amount: '42', first_by: 'theo' },
  ]);
  expect(await spot()).toBe(before);
  expect(await ada.done('POST proposal_decide', decide)).toMatchObject({ status: 'done' });
  expect(Number(await spot()) - Number(before)).toBe(42);
  const detail = await answer('POST wallet/detail', { group: 'correction' });
  expect(detail).toMatchObject({
    message: {
      items: [{ kind: 'manual_correction', ref: `proposal:${made.id}`, changes: [{ amount: '42' }] }],
    },
  });
  expect((await ada.done('GET cases', { kind: 'proposal' })).items).toEqual([]);
  const house = await theo.done('GET house');
  expect(house.reconciliation.every(({ own }) => !own.startsWith('-'))).toBe(true);
});

async function answerOfInfo(): Promise<{ account: string }> {
  const body = await answer('GET user/info');
  if (body.type !== 'ok') throw new Error(body.error);
  return body.message as { account: string };
}

test('returns all terms to unauthenticated callers, and refuses a customer’s token in the console', async () => {
  const { body } = await server.call('GET transparency/terms');
  expect(body).toMatchObject({ type: 'ok' });
  const terms = (body as { message: CallOutput<'GET transparency/terms'> }).message;
  expect(terms.find(({ subject }) => subject === 'instrument:BTC/USDT')?.versions).toEqual([
    {
      ...{ version: 0, effective_at: 0, until: null, current: true },
      body: {
        ...{ open: true, spot_fee_rate: '0.001', quantity_min: '0.0001', quantity_max: '100' },
        ...{ contract_fee_rate: '0.0005', financing_long_rate: '0.0003', financing_short_rate: '0.0001' },
        ...{ contract_min: '0.001', contract_max: '50', leverage_max: '100' },
      },
    },
  ]);
  expect(JSON.stringify(terms)).not.toMatch(/proposal|theo|ada/);
  for (const call of [
    'GET console/house',
    'GET console/proposals',
    'GET console/terms',
    'GET console/operators',
  ]) {
    expect((await server.call(call, { token })).body).toMatchObject({ error: 'session_ended' });
  }
});

async function offered(symbol: string): Promise<boolean | undefined> {
  const body = await answer('GET currency/quotation_new');
  if (body.type !== 'ok') throw new Error(body.error);
  return (body.message as CallOutput<'GET currency/quotation_new'>).find((row) => row.symbol === symbol)
    ?.offered;
}

test(
  'refuses orders that buy or open while their symbol is closed, and accepts orders that sell or close',
  { timeout: 30_000 },
  async () => {
    const ok = { type: 'ok' };
    const buy = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.01' };
    const long = { symbol: 'BTC/USDT', side: 'long', type: 'market', leverage: 10, quantity: '0.01' };
    const up = { symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '10', currency: 'USDT' };
    for (const to of ['contract', 'option']) {
      await answer('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '5000' });
    }
    expect(await answer('POST coin/trade', { ...buy, quantity: '0.02' })).toMatchObject(ok);
    const opened = await answer('POST lever/submit', { ...long, collateral: 'contract' });
    expect(opened).toMatchObject(ok);
    const { id } = (opened as { message: { id: string } }).message;
    const resting = { ...buy, type: 'limit', price: '1000' };
    const order = await answer('POST coin/trade', resting);
    expect(order).toMatchObject(ok);

    await publishedBefore(owner, 'instrument:BTC/USDT', { open: false });
    await expect.poll(() => offered('BTC/USDT'), { timeout: 8000 }).toBe(false);
    expect(await offered('ETH/USDT')).toBe(true);
    const refused = { type: 'error', error: 'pair_not_active', params: { field: 'symbol' } };
    expect(await answer('POST coin/trade', buy)).toMatchObject(refused);
    expect(await answer('POST coin/trade', resting)).toMatchObject(refused);
    expect(await answer('POST coin/trade', { from: 'ETH', to: 'BTC', amount: '0.01' })).toMatchObject({
      error: 'pair_not_active',
      params: { field: 'to' },
    });
    expect(await answer('POST lever/submit', { ...long, collateral: 'contract' })).toMatchObject(refused);
    expect(await answer('POST microtrade/submit', up)).toMatchObject(refused);
    expect(await answer('POST lever/setstop', { id, stop_loss: '1000' })).toMatchObject(ok);
    expect(await answer('POST lever/close', { id })).toMatchObject(ok);
    expect(await answer('POST coin/trade', { ...buy, side: 'sell' })).toMatchObject(ok);
    const restingId = (order as { message: { id: string } }).message.id;
    expect(await answer('POST order/cancel', { id: restingId })).toMatchObject(ok);

    await publishedBefore(owner, 'instrument:BTC/USDT', { open: true });
    await expect.poll(() => offered('BTC/USDT'), { timeout: 8000 }).toBe(true);
    expect(await answer('POST coin/trade', buy)).toMatchObject(ok);
  },
);
