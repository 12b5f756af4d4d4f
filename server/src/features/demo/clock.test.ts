/** Moving the market clock forward on a running server, end to end over HTTP: overnight financing, sessions, rates, charts. */
import { financingADay } from '@candor/domain/trading/financing.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runOperatorLine } from '@candor/testing/operator-line.ts';
import { lineOf, openConsoleLine } from '@candor/testing/console-line.ts';
import { setForward } from '@candor/testing/set-forward.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';
import { clockConsoleHandlers } from './clock.ts';
import { newestRecords, verifyAudit } from '../../operators/audit.ts';
import { instruments } from '../../quotes/catalogue.ts';

const DAY_S = 86_400;
/** A running server catches up on about fifteen thousand skipped quotes, which takes a while on a busy machine. */
const SOON = { timeout: 30_000, interval: 50 };

let server: WholeServer;
let pool: Pool;
let token: string;

beforeAll(async () => {
  server = await openWholeServer({ weekend: true });
  pool = createPool(server.url, { max: 2 });
  token = await server.login();
  await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '20000' });
});
afterAll(async () => {
  // Runs as the database owner without a statement timeout, because auditing weeks of a market exceeds the server's timeout.
  const owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  expect(await breaches(owner)).toEqual([]);
  await owner.end();
  expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
  // The server must have logged no rejected quote, halt or failure. The only refused call is that of an operator without the
  // necessary role.
  const isSecurity = (text: string): boolean => text.startsWith('security: ');
  const isFault = /^(?!.*retrying).*failed|refused|did not fire|could not/;
  expect(server.logLines.filter((text) => !isSecurity(text) && isFault.test(text))).toEqual([]);
  expect(server.logLines.filter((text) => isSecurity(text) && text.includes('refused'))).toEqual([
    expect.stringMatching(/^security: console POST clock_forward was refused \(unauthorized\) /),
  ]);
  await pool.end();
  await server.stop();
});

type Position = CallOutput<'POST lever/my_trade'>['items'][number];

async function ok<Message>(name: string, fields: Record<string, unknown> = {}): Promise<Message> {
  const { body } = await server.call(name, { fields, token });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

const order = { side: 'long', type: 'market', leverage: 10 };
const openBitcoin = () =>
  ok<CallOutput<'POST lever/submit'>>('POST lever/submit', {
    ...order,
    symbol: 'BTC/USDT',
    quantity: '0.01',
  });
const openEuro = () =>
  server.call('POST lever/whsubmit', { token, fields: { ...order, symbol: 'EUR/USD', quantity: '0.01' } });

async function positionOf(id: string, list = 'my_trade'): Promise<Position> {
  const { items } = await ok<CallOutput<'POST lever/my_trade'>>(`POST lever/${list}`);
  const found = items.find((one) => one.id === id);
  if (found === undefined) throw new Error(`position ${id} not found`);
  return found;
}
const quotations = () => ok<CallOutput<'GET currency/quotation_new'>>('GET currency/quotation_new');

/** Overnight financing of a position of 0.01 BTC for this number of midnights. */
function nightsOf(nights: bigint, { entry_price }: Position): string {
  const btc = instruments.get('BTC/USDT');
  if (btc === undefined || entry_price === null)
    throw new Error('expected an open position in BTC/USDT, found none');
  const exposure = { quantity: amount('0.01'), entryPrice: amount(entry_price), rate: ONE };
  return formatAmount(nights * financingADay(btc, { side: 'long', ...exposure }));
}

/** Retries while another operator's command holds the lock. */
async function operator(account: string, args: readonly string[]): ReturnType<typeof runOperatorLine> {
  const ran = await runOperatorLine({ server, account, args });
  return ran.err.startsWith('Another action holds a lock on this') ? operator(account, args) : ran;
}

const LOCK_TIMEOUT = '55P03';

/**
 * Moves the clock forward by running the operator's command in this process. After skipped days, the house has a lot of work at
 * once. An operator must retry while a batch of that work holds the house's lock.
 */
async function forward(step: 'hour' | 'day'): Promise<void> {
  for (;;) {
    try {
      await setForward(pool, step);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_TIMEOUT) throw error;
    }
  }
}

test('charges two nights of financing when the clock moves from Saturday to Monday, and opens forex', async () => {
  const opened = await openBitcoin();
  const saturday = await positionOf(opened.id);
  expect(new Date((saturday.entry_time ?? 0) * 1000).getUTCDay()).toBe(6);
  expect((await openEuro()).body).toMatchObject({ error: 'market_closed_until' });

  const night = await operator('ada', ['clock', 'forward', 'day', '--note', 'for the tour']);
  expect(night).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^The market time is now /),
  });
  await vi.waitFor(
    async () => expect((await positionOf(opened.id)).financing).toBe(nightsOf(1n, saturday)),
    SOON,
  );
  expect((await openEuro()).body).toMatchObject({ error: 'market_closed_until' });

  expect(await operator('ada', ['clock', 'forward', 'day'])).toMatchObject({ code: 0 });
  await vi.waitFor(
    async () => expect((await positionOf(opened.id)).financing).toBe(nightsOf(2n, saturday)),
    SOON,
  );
  await vi.waitFor(async () => expect((await openEuro()).body).toMatchObject({ type: 'ok' }), SOON);

  const closed = await ok<CallOutput<'POST lever/close'>>('POST lever/close', { id: opened.id });
  expect(closed.status).toBe('closed');
  const [record] = (await positionOf(opened.id)).closes;
  expect(record?.financing).toBe(nightsOf(2n, saturday));
  expect((record?.time ?? 0) - (saturday.entry_time ?? 0)).toBeGreaterThanOrEqual(2 * DAY_S);

  // Each command also brought the key that it signs with.
  const records = (await newestRecords(pool, 4)).filter(({ action }) => action !== 'key.enrol').toReversed();
  expect(records.map((one) => [one.operator, one.role, one.action, one.subject, one.reason])).toEqual([
    ['ada', 'admin', 'clock.forward', 'clock', 'for the tour'],
    ['ada', 'admin', 'clock.forward', 'clock', null],
  ]);
});

test('quotes every market at the new time, leaves a gap in charts, and signs new checkpoints', async () => {
  const hour = await vi.waitFor(async () => {
    const all = await quotations();
    expect(all.filter((row) => !row.open)).toEqual([]);
    const hours = new Set(all.map((row) => Math.floor(row.time / 3600)));
    const rates = await ok<CallOutput<'GET lh/wh_bzhl_list'>>('GET lh/wh_bzhl_list');
    for (const { time } of rates) if (time !== null) hours.add(Math.floor(time / 3600));
    const [only = 0, ...others] = hours;
    expect(others).toEqual([]);
    return only;
  }, SOON);
  expect(new Date(hour * 3_600_000).getUTCDay()).toBe(1);

  const candles = await ok<CallOutput<'GET currency/new_timeshar'>>('GET currency/new_timeshar', {
    symbol: 'BTC/USDT',
    period: '1h',
    from: (hour - 48) * 3600,
  });
  // Candles at noon of Saturday, Sunday and Monday; the gaps between them are not filled.
  expect(candles.map((candle) => candle.time / 3600)).toEqual([hour - 48, hour - 24, hour]);

  await vi.waitFor(
    async () => {
      const { checkpoints } = await ok<CallOutput<'GET tape/checkpoints'>>('GET tape/checkpoints', {
        symbol: 'EUR/USD',
      });
      expect(checkpoints.at(-1)?.time).toBeGreaterThan(hour * 3600);
    },
    { timeout: 12_000, interval: 200 },
  );
});

test('charges several nights of financing together, and defers a close to the next opening', async () => {
  const bitcoin = await openBitcoin();
  const euro = (await openEuro()).body.message as CallOutput<'POST lever/whsubmit'>;
  // Moves the clock from Monday to Saturday. Two of the days are skipped concurrently.
  await Promise.all([forward('day'), forward('day')]);
  await forward('day');
  await forward('day');
  await forward('day');
  const entry = await positionOf(bitcoin.id);
  await vi.waitFor(
    async () => expect((await positionOf(bitcoin.id)).financing).toBe(nightsOf(5n, entry)),
    SOON,
  );
  await ok('POST lever/whclose', { id: euro.id });
  expect(await positionOf(euro.id, 'my_wh_trade')).toMatchObject({ status: 'closing' });
  await forward('day');
  await forward('day');
  await vi.waitFor(async () => {
    const closed = await positionOf(euro.id, 'my_wh_trade');
    expect(closed.status).toBe('closed');
    expect((closed.closed_time ?? 0) - (closed.entry_time ?? 0)).toBeGreaterThanOrEqual(7 * DAY_S);
  }, SOON);
  // Sessions use the wall clock, so a week of market time expires none of them.
  expect(await ok('GET user/info')).toMatchObject({ account: 'lena' });
});

test('lets only an admin move the clock, and only while a simulated market runs', async () => {
  const before = (await verifyAudit(pool)).records;
  expect(await operator('theo', ['clock', 'forward', 'hour'])).toMatchObject({
    code: 1,
    err: 'You don’t have permission to do this.\n',
  });
  // Only the denied attempt is audited.
  expect((await newestRecords(pool, 1))[0]).toMatchObject({ action: 'denied', operator: 'theo' });
  expect((await operator('sam', ['clock', 'show'])).out).toMatch(
    /^Market time .*, real time .*; the feed is simulated\.$/m,
  );
  const owner = createPool(server.ownerUrl, { max: 1 });
  try {
    for (const feed of ['replay', 'external', null]) {
      await owner.query('update leader set feed = $1', [feed]);
      expect(await operator('ada', ['clock', 'forward', 'hour'])).toMatchObject({
        code: 1,
        err: 'You can move the clock forward only in a simulated market.\n',
      });
    }
    expect((await operator('sam', ['clock', 'show'])).out).toMatch(/no feed runs\.$/m);
    await expect(pool.query('update clock set base_market_ms = base_market_ms + 1')).rejects.toThrow(
      /without a record/,
    );
  } finally {
    await owner.query(`update leader set feed = 'simulated'`);
    await owner.end();
  }
  expect((await verifyAudit(pool)).records).toBe(before + 1n);
});

test('moves the clock from the console once per idempotency key, with an audit record and only for an admin', async () => {
  const ada = await openConsoleLine(server, 'ada');
  const before = await ada.done('GET clock', {});
  expect(before.can_forward).toBe(true);
  const sent = { step: 'hour', note: 'for the visitors' } as const;
  const records = (await verifyAudit(pool)).records;
  for (let at = 0; at < 3; at += 1)
    await ada.done('POST clock_forward', sent, { headers: { 'idempotency-key': 'the-same' } });
  const after = await ada.done('GET clock', {});
  expect(after.market_time - before.market_time).toBeGreaterThanOrEqual(3600);
  expect(after.market_time - before.market_time).toBeLessThan(7200);
  expect((await newestRecords(pool, 1))[0]).toMatchObject({
    ...{ operator: 'ada', action: 'clock.forward', reason: 'for the visitors' },
  });
  expect((await verifyAudit(pool)).records).toBe(records + 1n);
  const unsigned = lineOf(server, { ...ada, signer: undefined });
  expect((await unsigned.ask('POST clock_forward', { step: 'hour' })).body).toMatchObject({
    error: 'approval_needed',
  });
  const theo = await openConsoleLine(server, 'theo');
  expect((await theo.ask('POST clock_forward', { step: 'day' })).body).toMatchObject({
    error: 'unauthorized',
  });
});

test('refuses clock calls on a live platform as not found', async () => {
  const live = clockConsoleHandlers({
    ...({ pool, mode: 'live', now: Date.now } as const),
    refreshClocks: () => Promise.resolve(),
  });
  const refused = { ok: false, refusal: { code: 'not_found' } };
  expect(await live['GET clock']({}, {} as never)).toMatchObject(refused);
  expect(await live['POST clock_forward']({ step: 'day' }, {} as never)).toMatchObject(refused);
});

test('returns the console’s address to a customer, and the console answers there', async () => {
  const { body } = await server.call('GET demo');
  const { console: address } = body.message as CallOutput<'GET demo'>;
  expect(address).toBe(server.consoleOrigin);
  expect((await fetch(`${address}/`)).status).toBe((await fetch(`${server.consoleOrigin}/`)).status);
});
