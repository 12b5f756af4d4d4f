/**
 * The weekend of 9 May 2014 and gold's daily pause before it, replayed from real minutes: orders are refused while a market is
 * closed, and a close requested meanwhile is filled at the next opening.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';

let server: WholeServer;
let owner: Pool;
let token: string;
let folder: string;

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../fixtures/market/${name}`, import.meta.url));
const rowsOf = (name: string) => readFileSync(fixture(name), 'utf8').trim().split('\n').slice(1);
const at = (day: number, time: string) => Date.parse(`2014-05-${String(day).padStart(2, '0')}T${time}:00Z`);

/** Joins gold's two excerpts into one history. Of the second excerpt, only the part from Friday's last minutes on is needed. */
function writeHistory(): { symbol: string; path: string }[] {
  const header = 'time_unix_seconds,open,high,low,close,volume';
  const late = (row: string) => Number(row.split(',')[0]) * 1000 >= at(9, '20:40');
  for (const side of ['bid', 'ask']) {
    const pause = rowsOf(`XAUUSD_oanda_1m_${side}_2014-05-08_pause.csv`);
    const gold = rowsOf(`XAUUSD_oanda_1m_${side}_2014-05-09_12_weekend.csv`).filter(late);
    const euro = rowsOf(`EURUSD_oanda_1m_${side}_2014-05-09_12_weekend.csv`).filter(late);
    writeFileSync(join(folder, `gold-${side}.csv`), [header, ...pause, ...gold, ''].join('\n'));
    writeFileSync(join(folder, `euro-${side}.csv`), [header, ...euro, ''].join('\n'));
  }
  return [
    { symbol: 'XAU/USD', path: join(folder, 'gold-{bid,ask}.csv') },
    { symbol: 'EUR/USD', path: join(folder, 'euro-{bid,ask}.csv') },
  ];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor weekend-'));
  const feed = { kind: 'replay', files: writeHistory(), speed: 1, halfSpread: 0n } as const;
  server = await openWholeServer({ feed });
  owner = createPool(server.ownerUrl, { max: 1 });
  token = await server.login();
  await ok('wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '50000' });
});
afterAll(async () => {
  expect(await breaches(owner)).toEqual([]);
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).*failed|did not fire/.test(text))).toEqual([]);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Position = CallOutput<'POST lever/my_wh_trade'>['items'][number];
type Submitted = CallOutput<'POST lever/whsubmit'>;

async function call(path: string, fields: Record<string, unknown>) {
  return (await server.call(`POST ${path}`, { fields, token })).body;
}

async function ok<Message>(path: string, fields: Record<string, unknown>): Promise<Message> {
  const body = await call(path, fields);
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

const buy = (symbol: string) =>
  call('lever/whsubmit', { symbol, side: 'long', type: 'market', quantity: '0.1', leverage: 100 });

async function bought(symbol: string): Promise<string> {
  const body = await buy(symbol);
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return (body.message as Submitted).id;
}

async function positionOf(id: string): Promise<Position> {
  const { items } = await ok<CallOutput<'POST lever/my_wh_trade'>>('lever/my_wh_trade', {});
  return items.find((one) => one.id === id)!;
}

async function newest(symbol: string): Promise<{ seq: number; timeMs: number }> {
  const found = await owner.query<{ seq: string; time_ms: string }>(
    'select seq, time_ms from tape_head where symbol = $1',
    [symbol],
  );
  return { seq: Number(found.rows[0]?.seq ?? 0), timeMs: Number(found.rows[0]?.time_ms ?? 0) };
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error('expected the condition to be met in time, found it unmet');
    await delay(50);
  }
}

async function sessionOf(symbol: string) {
  return (await ok<CallOutput<'POST lever/deal'>>('lever/deal', { symbol })).session;
}

/** Sets the market clock, and waits until the tape has the history up to then. */
async function goTo(timeMs: number, expected: Readonly<Record<string, number>> = {}): Promise<void> {
  await owner.query('update clock set base_wall_ms = $1, base_market_ms = $2, speed = 1', [
    Date.now(),
    timeMs,
  ]);
  for (const [symbol, newestMs] of Object.entries(expected)) {
    await eventually(async () => (await newest(symbol)).timeMs >= newestMs);
  }
}

const closedUntil = (reopensMs: number) => ({
  type: 'error',
  error: 'market_closed_until',
  params: { field: 'symbol', reopens_at: String(reopensMs / 1000) },
});

test('pauses gold for an hour, and records no quote on the tape during the pause', async () => {
  await goTo(at(8, '20:59'), { 'XAU/USD': at(8, '20:58') });
  const id = await bought('XAU/USD');
  await goTo(at(8, '21:20'));
  expect(await buy('XAU/USD')).toMatchObject(closedUntil(at(8, '22:00')));
  expect(await call('lever/whclose', { id, quantity: '0.05' })).toMatchObject(closedUntil(at(8, '22:00')));
  // This process rereads the clock only once a second, whereas trading reads it in each transaction.
  await eventually(async () => !(await sessionOf('XAU/USD')).open);
  const reopens = { closed_because: 'session', reopens_at: at(8, '22:00') / 1000 };
  expect(await sessionOf('XAU/USD')).toEqual({ open: false, ...reopens });
  await goTo(at(8, '22:01'), { 'XAU/USD': at(8, '22:00') });
  const paused = await owner.query(
    `select from tape where symbol = 'XAU/USD' and time_ms >= $1 and time_ms < $2`,
    [at(8, '21:00'), at(8, '22:00')],
  );
  expect(paused.rowCount).toBe(0);
  expect(await ok('lever/whclose', { id })).toMatchObject({ status: 'closed' });
});

test("fills a close requested on Saturday at Sunday's first quote and names that entry", async () => {
  await goTo(at(9, '20:59'), { 'EUR/USD': at(9, '20:58'), 'XAU/USD': at(9, '20:58') });
  const [euro, kept, gold] = [await bought('EUR/USD'), await bought('EUR/USD'), await bought('XAU/USD')];
  const rested = await ok<Submitted>('lever/whsubmit', {
    symbol: 'EUR/USD',
    side: 'long',
    type: 'limit',
    price: '1.3',
    quantity: '0.1',
    leverage: 100,
  });

  await goTo(at(10, '12:00'));
  await eventually(async () => (await newest('EUR/USD')).timeMs >= at(9, '20:59') + 45_000);
  const lastOfFriday = await newest('EUR/USD');
  const sunday = { euro: at(11, '21:00'), gold: at(11, '22:00') };
  expect(await buy('EUR/USD')).toMatchObject(closedUntil(sunday.euro));
  expect(await buy('XAU/USD')).toMatchObject(closedUntil(sunday.gold));
  const waiting = await ok('lever/whclose', { id: euro });
  expect(waiting).toEqual({ id: euro, status: 'closing', price: null, pnl: null, fee: null, tape_seq: null });
  expect(await call('lever/whclose', { id: euro })).toMatchObject({ error: 'position_closing' });
  expect(await call('lever/setstop', { id: euro, stop_loss: '1' })).toMatchObject({
    error: 'position_closing',
  });
  // While the market is closed, stops can be set and orders cancelled.
  await ok('lever/setstop', { id: kept, stop_loss: '1.3' });
  await ok('lever/cancel', { id: rested.id });
  expect(await ok('lever/dealall', { symbol: 'XAU/USD' })).toMatchObject([
    { id: gold, status: 'closing', refusal: null },
  ]);
  expect(await positionOf(euro)).toMatchObject({ status: 'closing', reason: null, open_quantity: '0.1' });

  await goTo(at(11, '20:59'));
  await delay(300);
  expect(await newest('EUR/USD')).toEqual(lastOfFriday);
  expect(await positionOf(euro)).toMatchObject({ status: 'closing' });

  await goTo(at(11, '21:05'), { 'EUR/USD': at(11, '21:04') });
  await eventually(async () => (await positionOf(euro)).status === 'closed');
  const [, open = ''] =
    rowsOf('EURUSD_oanda_1m_bid_2014-05-09_12_weekend.csv')
      .map((row) => row.split(','))
      .find(([time]) => Number(time) * 1000 >= sunday.euro) ?? [];
  const closed = await positionOf(euro);
  // Saturday's and Sunday's midnights lie in between: two nights at 0.007% of the notional.
  const night = (amount(closed.entry_price!) * 10_000n * 7n + 99_999n) / 100_000n;
  expect(closed).toMatchObject({ reason: 'customer', close_price: formatAmount(amount(open)) });
  expect(closed.closes).toMatchObject([
    {
      tape_seq: lastOfFriday.seq + 1,
      price: formatAmount(amount(open)),
      financing: formatAmount(2n * night),
    },
  ]);
  expect(await positionOf(kept)).toMatchObject({ status: 'open', financing: formatAmount(2n * night) });
  expect(await positionOf(gold)).toMatchObject({ status: 'closing' });
  expect(await buy('XAU/USD')).toMatchObject(closedUntil(sunday.gold));
  await goTo(at(11, '22:05'), { 'XAU/USD': at(11, '22:04') });
  await eventually(async () => (await positionOf(gold)).status === 'closed');
  // The price in the file is 1289.056, which is cut to whole ticks.
  expect(await positionOf(gold)).toMatchObject({ reason: 'close_all', close_price: '1289.05' });
  expect(await buy('XAU/USD')).toMatchObject({ type: 'ok' });
  expect(await breaches(owner)).toEqual([]);
});
