/** Unused firm quotes: limited per hour, across processes and under concurrency. */
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { publishedBefore } from '@candor/testing/published-terms.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { Executor } from '../../commands/executor.ts';
import { submitTo } from '../../calls/submit.ts';
import { createPool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';
import { LIMITS } from '../../limits.ts';
import { limits as exchangeLimits } from './limits.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { Terms } from '../../terms/terms.ts';
import { usualTerms } from '../../terms/usual-terms.ts';
import { exchangeHandlers } from './handlers.ts';
import { quotesAgainMs, unusedLately } from './unused-quotes.ts';

type Quote = CallOutput<'POST wallet/flash_quote'>;
const asked = { from: 'USDT', to: 'BTC', amount: '20' };

let server: WholeServer;
let owner: pg.Pool;
let lena: string;
let wei: string;

beforeAll(async () => {
  server = await openWholeServer();
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  lena = await server.login(0);
  wei = await server.login(1);
});
afterAll(async () => {
  expect(await breaches(owner, { except: ['L22'] })).toEqual([]);
  await owner.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

/** The refusals if there is no fresh price, or if the engine is behind the newest price. */
const LATE: readonly string[] = ['trading_closed', 'busy'];

/**
 * Retries requests that are refused because a busy machine delays the prices. Refused requests don't count towards the limit.
 */
async function once(name: string, fields: Record<string, unknown>, token = lena) {
  for (let tries = 0; ; tries += 1) {
    const { body } = await server.call(name, { fields, token });
    if (body.type !== 'error' || !LATE.includes(body.error) || tries === 50) return body;
    await delay(100);
  }
}

const ask = (token = lena) => once('POST wallet/flash_quote', asked, token);

async function outcomes(count: number): Promise<string[]> {
  const bodies = await Promise.all(Array.from({ length: count }, () => ask()));
  return bodies.map((body) => (body.type === 'error' ? body.error : body.type)).toSorted();
}

const carryOut = ({ quote_id }: Quote) => once('POST wallet/flashAgainst', { ...asked, quote_id });

/** Simulates the passing of time by moving the times of issued quotes back. */
async function later(ms: number): Promise<void> {
  await owner.query(
    `update exchange_quote set unused_ms = coalesce(
      (select json_agg(given::bigint - $1::bigint)::text from json_array_elements_text(unused_ms::json) given), '[]')`,
    [ms],
  );
}

async function bookOfLena(): Promise<string> {
  const found = await owner.query<{ id: string }>(`select id from customer where account_key = 'lena'`);
  return found.rows[0]?.id ?? '';
}

async function counted(): Promise<number[]> {
  const found = await owner.query<{ unused_ms: string }>(
    'select unused_ms from exchange_quote where book = $1',
    [await bookOfLena()],
  );
  return JSON.parse(found.rows[0]?.unused_ms ?? '[]') as number[];
}

test('issues thirty of forty quotes requested twenty at a time, and refuses the others with a retry time', async () => {
  const before = Date.now();
  const answers = [...(await outcomes(20)), ...(await outcomes(20))];
  expect(answers).toEqual([
    ...Array.from({ length: 30 }, () => 'ok'),
    ...Array.from({ length: 10 }, () => 'quotes_exhausted'),
  ]);
  const refused = await ask();
  expect(refused).toMatchObject({ error: 'quotes_exhausted', params: { max: '30' } });
  const until = Number((refused as unknown as { params: { until: string } }).params.until);
  const hourOn = (ms: number) => Math.ceil((ms + exchangeLimits.quotesUnusedMs) / 1000);
  expect(until).toBeGreaterThanOrEqual(hourOn(before));
  expect(until).toBeLessThanOrEqual(hourOn(Date.now()));
});

test("counts a different customer's quotes separately, with the same limit", async () => {
  const { body } = await server.call('GET wallet/flashAgainstList', { token: wei });
  expect(body).toMatchObject({ message: { unused_max: 30 } });
  expect(await ask(wei)).toMatchObject({ type: 'ok' });
});

test('shares the count between processes, including a process that has just started', async () => {
  const pool = createPool(server.url, { max: 4 });
  const executor = new Executor({
    ...{ pool, slots: [0], limits: LIMITS.commands, nowMs: Date.now },
    onCommitted: () => undefined,
    log: (text, error) => server.logLines.push(`${text} failed: ${String(error)}`),
  });
  const terms = new Terms({
    pool,
    usual: usualTerms({ instruments: instruments.values(), coolOffSeconds: 0 }),
    onError: (error) => server.logLines.push(`terms failed: ${error.message}`),
  });
  const handlers = exchangeHandlers({
    submit: submitTo(executor, { deadlineMs: LIMITS.commands.deadlineMs, nowMs: Date.now }),
    ...{ pool, instruments, currencies: ['USDT', 'BTC'], terms, jurisdictions: 'demo', now: Date.now },
  });
  const context = { customer: BigInt(await bookOfLena()), address: '127.0.0.1' } as never;
  expect(await handlers['POST wallet/flash_quote'](asked, context)).toMatchObject({
    ok: false,
    refusal: { code: 'quotes_exhausted' },
  });
  await executor.close();
  await pool.end();
});

test('issues quotes again after an hour, and drops older times', async () => {
  await later(exchangeLimits.quotesUnusedMs - MINUTE_MS);
  expect(await ask()).toMatchObject({ error: 'quotes_exhausted' });
  await later(MINUTE_MS);
  expect(await ask()).toMatchObject({ type: 'ok' });
  expect(await counted()).toHaveLength(1);
});

test('never refuses a customer who executes every quote, and counts none of them', async () => {
  await later(exchangeLimits.quotesUnusedMs);
  for (let turn = 0; turn < 35; turn += 1) {
    const quote = await ask();
    expect(quote).toMatchObject({ type: 'ok' });
    expect(await counted()).toHaveLength(1);
    expect(await carryOut((quote as { message: Quote }).message)).toMatchObject({ type: 'ok' });
    expect(await counted()).toEqual([]);
  }
});

test('removes only the executed quote from the count', async () => {
  expect(await outcomes(29)).toEqual(Array.from({ length: 29 }, () => 'ok'));
  const last = await ask();
  expect(await ask()).toMatchObject({ error: 'quotes_exhausted' });
  // A refused request does not cancel the current quote.
  expect(await carryOut((last as { message: Quote }).message)).toMatchObject({ type: 'ok' });
  expect(await outcomes(3)).toEqual(['ok', 'quotes_exhausted', 'quotes_exhausted']);
});

test('applies a published limit to earlier quotes, and the default if the terms state none', async () => {
  const published = { open: true, fee_rate: '0.002', max_usdt: '50000' };
  await publishedBefore(owner, 'exchange', { ...published, unused_max: '32' });
  await expect.poll(async () => (await ask()).type, { timeout: 8000 }).toBe('ok');
  expect(await outcomes(3)).toEqual(['ok', 'quotes_exhausted', 'quotes_exhausted']);
  await publishedBefore(owner, 'exchange', { ...published, unused_max: '10' });
  await expect.poll(() => ask(), { timeout: 8000 }).toMatchObject({ params: { max: '10' } });
  await publishedBefore(owner, 'exchange', { ...published, fee_rate: '0.001' });
  await expect.poll(() => ask(), { timeout: 8000 }).toMatchObject({ params: { max: '30' } });
});

test.each([
  ['without unused quotes', [], 3, undefined],
  ['with fewer than the limit', [5, 6], 3, undefined],
  ['with exactly the limit', [5, 6, 7], 3, 5],
  ['with more than a lowered limit', [5, 6, 7, 8, 9], 3, 7],
  ['with quotes of processes whose clocks differ', [6, 5, 7], 3, 5],
])('computes when the next quote is available: %s', (_, given, max, frees) => {
  const againMs = quotesAgainMs(given, max);
  expect(againMs).toBe(frees === undefined ? undefined : frees + exchangeLimits.quotesUnusedMs);
  if (againMs === undefined) return;
  expect(unusedLately(given, againMs - 1).length).toBeGreaterThanOrEqual(max);
  expect(unusedLately(given, againMs).length).toBeLessThan(max);
});
