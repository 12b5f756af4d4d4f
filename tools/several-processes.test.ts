/**
 * Two processes that serve behind nginx, two that may lead the market, and one worker, under load over HTTP and sockets. The
 * serving processes are restarted in turn without losing a request. Then each process is killed in turn: every acknowledged
 * order exists once, triggers fire again within three seconds, the devices detect what they missed, and every invariant
 * holds.
 */
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { OrderLoad } from '@candor/testing/order-load.ts';
import { SeveralProcesses } from '@candor/testing/several-processes.ts';
import { WatchingDevice } from '@candor/testing/watching-device.ts';
import { breaches } from '../server/src/app/breaches.ts';
import { createPool } from '../server/src/db/pool.ts';
import type { Pool } from '../server/src/db/pool.ts';
import { findNginx } from './nginx.ts';

const LOAD_MS = 2_000;
const START_MS = 300_000;
const SERVING = ['api one', 'api two'] as const;
const MARKETS = ['market one', 'market two'] as const;

const platform = new SeveralProcesses();
let owner: Pool;

beforeAll(async () => {
  const nginx = findNginx();
  if ('sentence' in nginx) throw new Error(nginx.sentence);
  await platform.openDatabase();
  await platform.start(MARKETS[0], 'market');
  await Promise.all([
    ...SERVING.map((name) => platform.start(name, 'api')),
    platform.start(MARKETS[1], 'market'),
    platform.start('worker', 'worker'),
  ]);
  await platform.openProxy(nginx.path, SERVING);
  owner = createPool(platform.ownerUrl, { max: 2, auditing: true });
}, START_MS);

afterAll(async () => {
  await owner?.end();
  await platform.close();
}, START_MS);

const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await owner.query<Row>(sql, values)).rows;

/** The process that leads, by its name here. */
async function leaderNow(): Promise<string> {
  const [row] = await rowsOf<{ owner: string }>("select owner from leader where role = 'market'");
  const found = MARKETS.find((name) => row?.owner === `process ${platform.of(name).running.process.pid}`);
  if (found === undefined) throw new Error(`expected one of the markets to lead, found ${row?.owner}`);
  return found;
}

/** Requests that are each made once, as by a client that gives up at the first failure. */
class StrictLoad {
  readonly answered = { reads: 0, orders: 0 };
  readonly lost: string[] = [];
  readonly #origin: string;
  readonly #token: string;
  readonly #loops: Promise<void>[] = [];
  #isRunning = true;

  constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
    for (let loop = 0; loop < 4; loop += 1) this.#loops.push(this.#read(), this.#order());
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
  }

  async #read(): Promise<void> {
    while (this.#isRunning) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a client asks
      if (await this.#ask('currency/quotation_new', {})) this.answered.reads += 1;
      // oxlint-disable-next-line no-await-in-loop
      await delay(150);
    }
  }

  async #order(): Promise<void> {
    const body = JSON.stringify({ symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.0001' });
    while (this.#isRunning) {
      const headers = {
        ...{ authorization: this.#token, 'idempotency-key': randomUUID() },
        'content-type': 'application/json',
      };
      // oxlint-disable-next-line no-await-in-loop
      if (await this.#ask('coin/trade', { method: 'POST', headers, body })) this.answered.orders += 1;
      // oxlint-disable-next-line no-await-in-loop
      await delay(60);
    }
  }

  /** A refusal is an answer; a request is lost if no process of the platform answered it. */
  async #ask(path: string, how: RequestInit): Promise<boolean> {
    try {
      const response = await fetch(`${this.#origin}/api/${path}`, how);
      const text = await response.text();
      const isOurs = response.status !== 502 && response.status !== 504 && text.startsWith('{"type":');
      if (!isOurs) this.lost.push(`${path}: ${response.status} ${text.slice(0, 80)}`);
      return text.startsWith('{"type":"ok"');
    } catch (error) {
      this.lost.push(`${path}: ${String(error)} ${String((error as Error).cause)}`);
      return false;
    }
  }
}

test(
  'loses no request, and executes none twice, during a rolling restart of the serving processes',
  async () => {
    const [token = ''] = await new OrderLoad(platform.origin).signIn();
    const ordersOf = async () => {
      const [row] = await rowsOf<{ count: string }>(
        'select count(*) from spot_order o join session s on s.customer = o.book where s.token_hash = sha256($1)',
        [Buffer.from(token)],
      );
      return Number(row?.count);
    };
    const before = await ordersOf();
    const device = new WatchingDevice(platform.origin, token);
    const load = new StrictLoad(platform.origin, token);
    await delay(LOAD_MS);
    for (const name of SERVING) {
      // oxlint-disable-next-line no-await-in-loop -- in turn
      await platform.passOver(name);
      // oxlint-disable-next-line no-await-in-loop
      await platform.restart(name, 'SIGTERM');
      // oxlint-disable-next-line no-await-in-loop
      await platform.passOver();
      // oxlint-disable-next-line no-await-in-loop
      await delay(LOAD_MS);
    }
    await delay(LOAD_MS);
    await load.stop();
    console.log('rolling restart', { ...load.answered, lost: load.lost.length, connects: device.connects });
    expect(load.lost).toEqual([]);
    expect(load.answered.orders).toBeGreaterThan(20);
    expect(load.answered.reads).toBeGreaterThan(50);
    // Each order was requested once, so there are as many as were acknowledged.
    expect((await ordersOf()) - before).toBe(load.answered.orders);
    expect(device.connects).toBeGreaterThan(1);
    device.close();
  },
  START_MS,
);

describe('a process that is killed under load', () => {
  /** Kills a process, and requires that nothing acknowledged is lost or doubled, and that every device has the newest state. */
  async function underLoad(kill: () => Promise<void>): Promise<void> {
    const load = new OrderLoad(platform.origin);
    await load.start();
    const tokens = await load.signIn();
    const devices = tokens.flatMap((token) => [1, 2].map(() => new WatchingDevice(platform.origin, token)));
    try {
      await delay(LOAD_MS);
      await kill();
      await delay(LOAD_MS);
      await load.stop();
      await holds(load);
      await everyDeviceIsCurrent(devices);
    } finally {
      for (const device of devices) device.close();
    }
  }

  async function holds(load: OrderLoad): Promise<void> {
    expect(load.unexpected).toEqual([]);
    expect(load.acknowledged.length).toBeGreaterThan(20);
    const ids = load.acknowledged.map(
      ({ order }) => (JSON.parse(order) as { message: { id: string } }).message.id,
    );
    expect(new Set(ids).size).toBe(ids.length);
    const kept = await rowsOf<{ id: string }>('select id from spot_order where id = any($1::bigint[])', [
      ids,
    ]);
    const missing = ids.length - kept.length;
    let doubled = 0;
    for (const order of load.acknowledged)
      // oxlint-disable-next-line no-await-in-loop -- a load that the machine can carry
      if ((await load.repeat(order)) !== order.order) doubled += 1;
    console.log('killed', { acknowledged: ids.length, lost: missing, doubled });
    expect({ missing, doubled }).toEqual({ missing: 0, doubled: 0 });
    await expect.poll(() => breaches(owner), { timeout: grantedMs(60_000), interval: 1_000 }).toEqual([]);
  }

  /** Within the time in which a lost event is noticed, each device has the number of its customer's book. */
  async function everyDeviceIsCurrent(devices: readonly WatchingDevice[]): Promise<void> {
    const seqOf = async ({ token }: WatchingDevice): Promise<number> => {
      const [row] = await rowsOf<{ seq: string }>(
        'select b.seq from book b join session s on s.customer = b.id where s.token_hash = sha256($1)',
        [Buffer.from(token)],
      );
      return Number(row?.seq);
    };
    const behind = async () => {
      const newest = await Promise.all(devices.map(seqOf));
      return devices.map(({ seq }, at) => [seq, newest[at]]).filter(([seq, of]) => seq !== of);
    };
    await expect.poll(behind, { timeout: grantedMs(10_000), interval: 200 }).toEqual([]);
    await expect
      .poll(() => Math.max(...devices.map((one) => one.quoteAgeMs)), { timeout: 30_000 })
      .toBeLessThan(grantedMs(1_000));
    console.log(
      'devices',
      devices.map(({ connects, resyncs, events }) => ({ connects, resyncs, events })),
    );
  }

  test.for(SERVING)('moves the clients of %s to the other process', { timeout: START_MS }, async (name) => {
    await underLoad(() => platform.restart(name, 'SIGKILL'));
  });

  // Twice, so that each of the two has led and was killed.
  test.for(['first', 'second'] as const)(
    'is replaced by the other one if it is the %s leader of the market, and triggers continue within three seconds',
    { timeout: START_MS },
    async () => {
      await underLoad(async () => {
        const name = await leaderNow();
        const ms = await killLeader(name);
        console.log('triggers resumed', { killed: name, afterMs: ms, load: loadavg()[0] });
        expect(ms).toBeLessThan(grantedMs(3_000));
        await platform.start(name, 'market');
      });
    },
  );

  /** Returns the time from the kill to the first firing that the next leader committed, in milliseconds. */
  async function killLeader(name: string): Promise<number> {
    const [before] = await rowsOf<{ epoch: string; now: Date }>(
      "select epoch, clock_timestamp() as now from leader where role = 'market'",
    );
    const { running } = platform.of(name);
    running.process.kill('SIGKILL');
    await running.ended;
    const look = async () => {
      // Orders at market fill without the engine.
      const [row] = await rowsOf<{ fired: string; leads: boolean; ms: number }>(
        `select (select count(*) from spot_order where type <> 'market' and status = 'filled') as fired,
            exists (select from engine_beat b where b.epoch > $1) as leads,
            (extract(epoch from clock_timestamp() - $2::timestamptz) * 1000)::float8 as ms`,
        [before?.epoch, before?.now],
      );
      if (row === undefined) throw new Error('expected a row, found none');
      return { ...row, fired: Number(row.fired) };
    };
    // After this delay, everything that the killed process had sent is committed, and nobody can have taken over yet.
    await delay(1_000);
    const { fired } = await look();
    let now = await look();
    const untilMs = now.ms + grantedMs(10_000);
    while (!(now.leads && now.fired > fired) && now.ms < untilMs) {
      // oxlint-disable-next-line no-await-in-loop -- until it fires
      await delay(20);
      // oxlint-disable-next-line no-await-in-loop
      now = await look();
    }
    return now.ms;
  }

  test(
    'continues the proofs after a restart if it is the worker',
    async () => {
      await underLoad(() => platform.restart('worker', 'SIGKILL'));
      const proved = async () =>
        Number(
          (await rowsOf<{ size: string }>('select coalesce(max(size), 0) as size from tlog_checkpoint'))[0]
            ?.size,
        );
      const before = await proved();
      await expect.poll(proved, { timeout: grantedMs(30_000), interval: 200 }).toBeGreaterThan(before);
    },
    START_MS,
  );
});
