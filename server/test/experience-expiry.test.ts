/** Granted experience credit expires after thirty days by the market clock, which is set forward while a server runs. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { setForward } from '@candor/testing/set-forward.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { breaches } from '../src/app/breaches.ts';

/** A running server follows within two seconds. The timeout allows for a machine that runs other tests at the same time. */
const SOON = { timeout: 15_000, interval: 50 };

let server: WholeServer;
let owner: Pool;
let token: string;
let other: string;

beforeAll(async () => {
  server = await openWholeServer();
  owner = createPool(server.ownerUrl, { max: 2 });
  token = await server.login();
  other = await server.login(1);
});
afterAll(async () => {
  expect(await breaches(owner)).toEqual([]);
  expect(server.logLines.filter((text) => /failed|did not fire|could not/.test(text))).toEqual([]);
  await owner.end();
  await server.stop();
});

async function call(name: string, fields: Record<string, unknown> = {}, as = token) {
  return (await server.call(name, { fields, token: as })).body;
}

async function ok<Message>(
  name: string,
  fields: Record<string, unknown> = {},
  as: string = token,
): Promise<Message> {
  const body = await call(name, fields, as);
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

const standing = (as = token) => ok<CallOutput<'GET wallet/experience'>>('GET wallet/experience', {}, as);

async function pocket(as = token) {
  const wallets = await ok<CallOutput<'POST wallet/list'>>('POST wallet/list', {}, as);
  return wallets.find((wallet) => wallet.currency === 'USDT')?.experience;
}

async function forward(step: 'hour' | 'day'): Promise<void> {
  await setForward(owner, step);
}

const position = { symbol: 'BTC/USDT', side: 'long', type: 'market', collateral: 'promo' };

test('takes back free credit after thirty days and frozen credit once released, and rejects using expired credit', async () => {
  const order = { ...position, ...{ quantity: '0.001', leverage: 2 } };
  const opened = await vi.waitFor(() => ok<{ id: string; margin: string }>('POST lever/submit', order), SOON);
  const ticket = { symbol: 'BTC/USDT', side: 'up', seconds: 300, stake: '10', currency: 'EXPERIENCE' };
  await ok('POST microtrade/submit', ticket);
  const { expires_at: expires } = await standing();
  for (let day = 0; day < 29; day += 1) await forward('day');
  // The ticket expired at a time without a price, so its stake is credit again and can still be traded.
  await vi.waitFor(async () => expect((await pocket())?.frozen).toBe(opened.margin), SOON);
  // A void ticket does not count as turnover. If a quote arrived before the feed was found silent, the quote decided the
  // ticket.
  expect(['0', '10']).toContain((await standing()).turnover);
  expect((await standing()).expires_at).toBe(expires);
  // The gap entry that voided the ticket may still be the newest entry. The next quote reopens trading.
  await vi.waitFor(() => ok('POST microtrade/submit', ticket), SOON);

  await forward('day');
  await vi.waitFor(async () => expect(await pocket(other)).toEqual({ available: '0', frozen: '0' }), SOON);
  expect((await standing(other)).expires_at).toBeNull();
  // The next check adds the stake of the second ticket to the credit. The stake can't be used meanwhile.
  await vi.waitFor(async () => expect((await pocket())?.frozen).toBe(opened.margin), SOON);
  expect((await standing()).amount).toBe('0');
  const more = { ...position, quantity: '0.001', leverage: 100 };
  expect(await call('POST lever/submit', more)).toMatchObject({ error: 'credit_insufficient' });
  expect(await call('POST lever/setstop', { id: opened.id, add_margin: '1' })).toMatchObject({
    error: 'credit_insufficient',
  });
  expect(await call('POST microtrade/submit', ticket)).toMatchObject({ error: 'credit_insufficient' });
  expect(await call('POST wallet/experience_convert')).toMatchObject({ error: 'credit_insufficient' });

  await forward('hour');
  await vi.waitFor(async () => {
    expect(await pocket()).toEqual({ available: '0', frozen: opened.margin });
  }, SOON);
  // Trading resumes only when a quote with the new time arrives.
  await vi.waitFor(() => ok('POST lever/close', { id: opened.id }), SOON);
  await forward('hour');
  await vi.waitFor(async () => expect((await standing()).expires_at).toBeNull(), SOON);
  expect(await pocket()).toEqual({ available: '0', frozen: '0' });

  const { rows } = await owner.query<{ status: string; late: boolean }>(
    `select status, ended_ms >= expires_ms as late from experience_credit where id > 0 order by book`,
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ status: 'expired', late: true })]),
  );
  // A customer who starts over gets new credit.
  await ok('POST demo/start_over');
  expect(await standing()).toMatchObject({ amount: '100', turnover: '0' });
}, 90_000);
