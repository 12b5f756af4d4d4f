/**
 * A demo that began in the past and is set forward while it runs has a single time. All rows written afterwards are dated by
 * it, the books and the log are in order, and a stranger's watch raises no alarm.
 */
import { randomInt } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { nodeSignatures } from '../../verifier/src/cli/node-signatures.ts';
import { watchedPlatform } from '../../verifier/src/cli/watched-platform.ts';
import { readPolicy } from '../../verifier/src/tlog/policy.ts';
import type { Alarm } from '../../verifier/src/watch/alarms.ts';
import { Watch } from '../../verifier/src/watch/watch.ts';
import { breaches } from '../src/app/breaches.ts';
import { createPool } from '../src/db/pool.ts';
import { verifyReceipts } from '../src/features/receipts/verify-receipts.ts';
import { verifySeals } from '../src/ledger/seals.ts';
import { verifyAudit } from '../src/operators/audit.ts';
import { verifyKeys } from '../src/proofs/keys/verify-keys.ts';
import { verifyLog } from '../src/proofs/tlog/verify-log.ts';
import { tapeViolations } from '../src/quotes/verify-tape.ts';
import { MoneyDay } from './testing/money-day.ts';

const AGO_MS = 2 * DAY_MS;
const SOON = { timeout: 60_000, interval: 200 };
const LATE_MS = 60_000;

let server: WholeServer;
let owner: pg.Pool;
let ada: ConsoleLine;
let day: MoneyDay;
let watch: Watch;
const alarms: Alarm[] = [];
let alerts = 0;

beforeAll(async () => {
  server = await openWholeServer({
    agoMs: AGO_MS,
    tlog: { origin: undefined, witnesses: 'own', quorum: 2 },
  });
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 2 });
  ada = await openConsoleLine(server, 'ada');
  watch = await vi.waitFor(openWatch, SOON);
  await look();
  day = await MoneyDay.open(server, undefined);
}, 180_000);
afterAll(async () => {
  await owner.end();
  await server.stop();
});

async function openWatch(): Promise<Watch> {
  const platform = watchedPlatform(server.origin);
  const policy = readPolicy(new TextDecoder().decode(await platform.file('/log/policy')));
  if ('violation' in policy) throw new Error(policy.violation);
  return new Watch({
    ...{ platform, policy, verify: nodeSignatures(), nowMs: Date.now, lateMaxMs: LATE_MS },
    ...{ graceMs: 0, pagesAgain: 100, random: randomInt },
  });
}

/** The app is not built for this server, so its manifest is missing. */
async function look(): Promise<void> {
  const found = await watch.round();
  alarms.push(...found.filter(({ kind }) => kind !== 'app_unlogged' && kind !== 'app_differs'));
}

async function one<Row>(sql: string, values: readonly unknown[] = []): Promise<Row> {
  const { rows } = await owner.query(sql, [...values]);
  return rows[0] as Row;
}

/** Waits until nothing is pending: every receipt is in the log, and a root covers every journal. */
async function settles(): Promise<void> {
  await vi.waitFor(async () => {
    const pending = await one<{ receipts: number; journals: number }>(
      `select (select count(*)::int from receipt_batch where not logged) as receipts,
        (select count(*)::int from book b where b.seq > coalesce((select max(s.seq) from journal_seal s where s.book = b.id), 0)) as journals`,
    );
    expect(pending).toEqual({ receipts: 0, journals: 0 });
  }, SOON);
}

async function forward(step: 'day' | 'hour' | { readonly minutes: number }): Promise<void> {
  await settles();
  // A signed action needs a recent login, and the previous tests may have taken long.
  ada = await openConsoleLine(server, 'ada');
  await ada.done('POST clock_forward', typeof step === 'string' ? { step } : { step: 'minutes', ...step });
}

/** Acts as a customer: makes deposits and trades, takes out a loan, and has a conversation. */
async function lives(): Promise<void> {
  await day.deposit({ currency: 'USDT', network: 'tron', amount: '500' }, 'approve');
  await vi.waitFor(
    () => day.done('POST coin/trade', { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.001' }),
    SOON,
  );
  await day.done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '10' });
  // The same alert can't be set twice.
  alerts += 1;
  await day.done('POST price_alert', { symbol: 'BTC/USDT', price: String(alerts) });
  const loan = await day.lend('1000');
  await day.repay(loan);
}

/** The newest date of each kind of row. All of them are compared with the house's time. */
const DATED = {
  journal: 'select max(time_ms) from journal where book = $1',
  'spot order': 'select max(created_ms) from spot_order where book = $1',
  'spot fill': 'select max(time_ms) from spot_fill where book = $1',
  'deposit handed in': 'select max(submitted_ms) from deposit where book = $1',
  'deposit decided': 'select max(decided_ms) from deposit where book = $1',
  transfer: 'select max(time_ms) from transfer where book = $1',
  'price alert': 'select max(created_ms) from price_alert where book = $1',
  'loan asked for': 'select max(applied_ms) from loan where book = $1',
  'loan decided': 'select max(decided_ms) from loan where book = $1',
  'loan settled': 'select max(settled_ms) from loan where book = $1',
  message: 'select max(time_ms) from notice where book = $1',
  'batch of receipts': 'select max(at_ms) from receipt_batch where $1 > 0',
  'record of commands': 'select max(at_ms) from command_record where $1 > 0',
  'record of operators': 'select max(time_ms) from audit where $1 > 0',
  'root of the ledger': 'select max(sealed_ms) from ledger_seal where $1 > 0',
  'entry of the log': 'select max(time_ms) from tlog_entry where $1 > 0',
  'checkpoint of the log': 'select max(time_ms) from tlog_checkpoint where $1 > 0',
  'entry of the tape': `select max(time_ms) from tape where symbol = 'BTC/USDT' and $1 > 0`,
  minute: `select max(minute_ms) + 60000 from tape_minute where symbol = 'BTC/USDT' and $1 > 0`,
};

async function datesApart(): Promise<Readonly<Record<string, number>>> {
  await settles();
  const { ms } = await one<{ ms: string }>('select floor(extract(epoch from house_clock()) * 1000) as ms');
  const found: Record<string, number> = {};
  for (const [what, sql] of Object.entries(DATED)) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await owner.query<{ max: string | null }>({ text: sql, rowMode: 'array' } as never, [
      day.customer,
    ]);
    found[what] = Number((rows[0] as unknown as readonly (string | null)[])[0]) - Number(ms);
  }
  return found;
}

const isNow = (apart: Readonly<Record<string, number>>) =>
  Object.entries(apart).filter(([, ms]) => !(ms > -2 * MINUTE_MS && ms <= MINUTE_MS));

test('a demo begins in the past, and dates everything by its market clock', async () => {
  const demo = (await server.call('GET demo')).body.message as CallOutput<'GET demo'>;
  expect(demo.ahead_ms).toBe(-AGO_MS);
  expect(demo.clock_steps).toEqual([
    { number: 1, wall_ms: expect.any(Number), ahead_ms: -AGO_MS, index: expect.any(Number) },
  ]);
  await lives();
  expect(isNow(await datesApart())).toEqual([]);
  expect((await ada.done('GET clock')).ahead).toBe(-AGO_MS / 1000);
}, 240_000);

test.each<[what: string, step: 'day' | { readonly minutes: number }, aheadMs: number]>([
  ['the minutes that its operator chose', { minutes: 720 }, -1.5 * DAY_MS],
  ['a day, still in the past', 'day', -0.5 * DAY_MS],
  ['up to the present', { minutes: 720 }, 0],
  ['a day beyond the present', 'day', DAY_MS],
])(
  'dates everything by the market clock after it was set forward by %s',
  async (_, step, aheadMs) => {
    await look();
    await forward(step);
    await look();
    expect(((await server.call('GET demo')).body.message as CallOutput<'GET demo'>).ahead_ms).toBe(aheadMs);
    await lives();
    expect(isNow(await datesApart())).toEqual([]);
    await look();
    expect(alarms).toEqual([]);
  },
  240_000,
);

test('refuses to set the clock forward by minutes beyond the present', async () => {
  expect((await ada.ask('POST clock_forward', { step: 'minutes', minutes: 1 })).body).toMatchObject({
    error: 'clock_past_present',
  });
  expect((await ada.ask('POST clock_forward', { step: 'minutes' })).body).toMatchObject({
    error: 'parameter_missing',
  });
});

test('returns the clock step in effect at a given time, and the next one', async () => {
  const all = (await server.call('GET demo')).body.message as CallOutput<'GET demo'>;
  const [, , third, fourth] = all.clock_steps;
  const startMs = (third?.wall_ms ?? 0) + (third?.ahead_ms ?? 0);
  const at = async (ms: number) =>
    (
      (await server.call('GET demo', { fields: { at_ms: String(ms) } })).body
        .message as CallOutput<'GET demo'>
    ).clock_steps;
  expect(await at(startMs)).toEqual([third, fourth]);
  expect(await at(startMs - 1)).toEqual(all.clock_steps.slice(1, 3));
  expect(await at(0)).toEqual(all.clock_steps.slice(0, 1));
  expect(await at(Date.now() + 9 * DAY_MS)).toEqual(all.clock_steps.slice(-1));
});

test('shows the figures of the last 24 hours across the step', async () => {
  const quotes = (await server.call('GET currency/quotation_new')).body
    .message as CallOutput<'GET currency/quotation_new'>;
  const bitcoin = quotes.find(({ symbol }) => symbol === 'BTC/USDT');
  expect(bitcoin?.spark.length).toBeGreaterThan(40);
  // The sparkline has prices from before and after the step.
  expect(new Set(bitcoin?.spark).size).toBeGreaterThan(1);
});

test('keeps the books, the log and every record in order, and raises no alarm', async () => {
  await settles();
  const pool = createPool(server.ownerUrl, { max: 1 });
  try {
    expect(await breaches(owner)).toEqual([]);
    expect(await verifyLog(pool)).toEqual([]);
    expect(await verifyReceipts(pool)).toEqual([]);
    expect(await verifyKeys(pool)).toEqual([]);
    expect((await verifySeals(pool)).breaches).toEqual([]);
    expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
    expect(await tapeViolations(pool)).toEqual([]);
  } finally {
    await pool.end();
  }
  await look();
  expect(alarms).toEqual([]);
  expect(watch.steps.map(({ aheadMs }) => aheadMs / DAY_MS)).toEqual([-2, -1.5, -0.5, 0, 1]);
  expect(server.logLines.filter((text) => /failed|rejected/.test(text) && !/retrying/.test(text))).toEqual(
    [],
  );
}, 120_000);
