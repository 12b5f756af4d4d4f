/**
 * Once the guard finds that the books do not add up, the database lets nothing new be bought or opened, and lets no money
 * leave. Open tickets, orders and positions end as they would have without a freeze. Only two persons together can release the
 * freeze.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { guardedInvariants } from '../src/app/breaches.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { GuardRound } from '../src/guard/guard.ts';

const SOON = { timeout: 15_000, interval: 100 };
const TICKET_ENDS = { timeout: 60_000, interval: 500 };

let server: WholeServer;
let owner: pg.Client;
let pool: Pool;
let token: string;
beforeAll(async () => {
  server = await openWholeServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  pool = createPool(server.guardUrl, { max: 1, auditing: true });
  token = await server.login();
});
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()]);
  await server.stop();
});

const run = () =>
  new GuardRound({
    pool,
    invariants: guardedInvariants,
    tell: () => undefined,
    now: () => performance.now(),
  }).run();
const ask = async (name: string, fields: Record<string, unknown> = {}): Promise<string> => {
  const { body } = await server.call(name, { fields, token });
  return body.type === 'ok' ? 'ok' : body.error;
};
const soon = async <Answer>(name: string, fields: Record<string, unknown>): Promise<Answer> =>
  vi.waitFor(async () => {
    const { body } = await server.call(name, { fields, token });
    expect(body).toMatchObject({ type: 'ok' });
    return body.message as Answer;
  }, SOON);
const freezes = async () =>
  (await server.call('GET transparency/freezes')).body.message as {
    payouts_paused: boolean;
    trading_paused: boolean;
    freezes: { number: number; reason: string; until_ms: number | null }[];
  };
const release = async (line: ConsoleLine, number: number): Promise<string> => {
  const fields = { id: String(number), reason: 'the balance was put right' };
  const heard = (await line.ask('POST freeze_release', fields)) as { body: { type: string; error?: string } };
  return heard.body.type === 'ok' ? 'ok' : (heard.body.error ?? '');
};

const BTC = { symbol: 'BTC/USDT' };
const ORDER = { ...BTC, type: 'market', side: 'buy', quantity: '0.001' };
const POSITION = { ...BTC, side: 'long', type: 'market', quantity: '0.001', leverage: 2 };
const TICKET = { ...BTC, side: 'up', seconds: 30, stake: '10', currency: 'USDT' };

test('a freeze after a breach blocks new trades, lets open ones end, and is released by two persons', async () => {
  await soon('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' });
  await soon('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '500' });
  await soon('POST coin/trade', ORDER);
  const waiting = await soon<{ id: string }>('POST coin/trade', { ...ORDER, type: 'limit', price: '100' });
  const ticket = await soon<{ id: string }>('POST microtrade/submit', TICKET);
  const position = await soon<{ id: string }>('POST lever/submit', POSITION);
  expect(await run()).toEqual([]);

  await owner.query(`update balance set amount = amount + 5 where book > 0 and account = 'spot' and currency = 'USDT'
    and book = (select max(book) from balance where account = 'spot' and currency = 'USDT')`);
  const found = await run();
  expect(found.map(({ invariant }) => invariant.slice(0, 2))).toContain('L1');

  for (const [call, fields] of [
    ['POST coin/trade', ORDER],
    ['POST lever/submit', POSITION],
    ['POST microtrade/submit', TICKET],
    ['POST wallet/flash_quote', { from: 'USDT', to: 'BTC', amount: '100' }],
  ] as const) {
    await vi.waitFor(async () => expect(await ask(call, fields)).toBe('trading_paused'), SOON);
  }
  await vi.waitFor(
    async () => expect(await freezes()).toMatchObject({ payouts_paused: true, trading_paused: true }),
    SOON,
  );
  const admin = await openConsoleLine(server, 'ada');
  const number = (await freezes()).freezes[0]?.number ?? 0;
  expect(await admin.done('GET alarms')).toContainEqual(
    expect.objectContaining({ kind: 'freeze', who: String(number), what: 'L1' }),
  );

  await soon('POST order/cancel', { id: waiting.id });
  await soon('POST lever/close', { id: position.id });
  await soon('POST coin/trade', { ...ORDER, side: 'sell' });
  // The ticket ends by its prices, as it would have without a freeze.
  await vi.waitFor(async () => {
    const { rows } = await owner.query('select status from option_ticket where id = $1', [ticket.id]);
    expect(rows[0]).toEqual({ status: expect.stringMatching(/^(won|lost|tied)$/) });
  }, TICKET_ENDS);

  // One person alone cannot release the freeze in any way.
  expect(await release(admin, number)).toBe('ok');
  expect(await release(admin, number)).toBe('second_person_needed');
  expect((await freezes()).freezes[0]).toMatchObject({ until_ms: null });
  expect(await release(await openConsoleLine(server, 'sam'), number)).toBe('unauthorized');
  const other = await openConsoleLine(server, 'theo');
  expect(await release(other, number)).toBe('ok');
  await vi.waitFor(async () => expect(await freezes()).toMatchObject({ trading_paused: false }), SOON);
  expect(await release(other, number)).toBe('order_state_wrong');
  await soon('POST coin/trade', ORDER);

  // The books are still wrong, so the next run freezes them again.
  await run();
  await vi.waitFor(async () => expect((await freezes()).freezes).toHaveLength(2), SOON);
  expect((await freezes()).freezes[0]).toMatchObject({ number: number + 1, until_ms: null });
}, 120_000);
