/**
 * Measures durable spot and contract orders through HTTP, next to PostgreSQL's own benchmark on the same server, their latency
 * at half that load, and how much an order makes the database write. The ratio and the amount written are comparable between
 * machines; the orders per second are not.
 */
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { median, percentile } from './figure.ts';
import type { Figure } from './figure.ts';
import { flushMs } from './flush.ts';
import { OrderConnection, requestOf } from './order-client.ts';
import type { Orders } from './order-client.ts';
import { callAs, startServer } from './running-server.ts';
import { atShare } from './share.ts';

const CONNECTIONS = 128;

/** How a customer prepares for this kind of order, and the requests that one connection sends. */
export type OrderKind = {
  readonly name: string;
  prepare(port: number, token: string): Promise<void>;
  orders(port: number, token: string): Orders;
  readonly goals: {
    /** The lowest acceptable ratio to pgbench, and the most that an order may write. */
    readonly ratio: number;
    readonly walBytes?: number;
    readonly rowVersions?: number;
  };
};

/** Buys at market, one order after another. */
export const spotOrders: OrderKind = {
  name: 'orders',
  goals: { ratio: 3, walBytes: 1400, rowVersions: 5 },
  prepare: () => Promise.resolve(),
  orders: (port, token) => {
    const body = JSON.stringify({ symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.0001' });
    const request = requestOf({ port, token, path: '/api/coin/trade', body });
    return { next: () => request, isGood: (answer) => answer.includes('"status":"filled"') };
  },
};

/** Opens a position at market and closes it, alternately; each counts as an order. */
export const contractOrders: OrderKind = {
  name: 'contracts',
  goals: { ratio: 2.5 },
  prepare: (port, token) =>
    callAs(
      { port, token, path: 'wallet/transfer' },
      { currency: 'USDT', from: 'spot', to: 'contract', amount: '50000' },
    ),
  orders: (port, token) => {
    const opening = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 10 };
    const open = requestOf({ port, token, path: '/api/lever/submit', body: JSON.stringify(opening) });
    return {
      next: (answer) => {
        const opened = answer === undefined ? null : /"id":"(\d+)","status":"open"/.exec(answer);
        if (opened === null) return open;
        return requestOf({ port, token, path: '/api/lever/close', body: JSON.stringify({ id: opened[1] }) });
      },
      isGood: (answer) => answer.includes('"status":"open"') || answer.includes('"status":"closed"'),
    };
  },
};

export type OrderBenchOptions = {
  /** How often each of the two benchmarks runs, alternating. */
  readonly runs: number;
  readonly pgbenchSeconds: number;
  readonly orderSeconds: number;
  readonly latencySeconds: number;
};

export function orderBenchAt(share: number): OrderBenchOptions {
  return {
    runs: atShare(share, 3, 1),
    pgbenchSeconds: atShare(share, 30, 2),
    orderSeconds: atShare(share, 20, 2),
    // The latency of the first two seconds does not count.
    latencySeconds: atShare(share, 60, 5),
  };
}

export async function benchOrders(kind: OrderKind, options: OrderBenchOptions): Promise<Figure[]> {
  const server = await startServer(CONNECTIONS);
  try {
    const pgbenchUrl = await preparePgbench(server.postgres.ownerUrl);
    const connections: OrderConnection[] = [];
    for (const token of server.tokens) {
      await kind.prepare(server.port, token);
      connections.push(await OrderConnection.open(server.port, kind.orders(server.port, token)));
    }
    await closedLoop(connections, 5);
    const ratios: number[] = [];
    const orderRates: number[] = [];
    const pgbenchRates: number[] = [];
    let writes: Writes = { walBytes: Number.NaN, rowVersions: Number.NaN };
    for (let run = 0; run < options.runs; run += 1) {
      await settle(server.postgres.ownerUrl);
      const transactions = await pgbench(pgbenchUrl, options.pgbenchSeconds);
      await settle(server.postgres.ownerUrl);
      const before = await writesSoFar(server.postgres.ownerUrl);
      const orders = await closedLoop(connections, options.orderSeconds);
      if (run === options.runs - 1) {
        await delay(COUNTED_AFTER_MS);
        const after = await writesSoFar(server.postgres.ownerUrl);
        writes = each(after, before, orders * options.orderSeconds);
      }
      pgbenchRates.push(transactions);
      orderRates.push(orders);
      ratios.push(orders / transactions);
    }
    const rate = median(orderRates);
    await settle(server.postgres.ownerUrl);
    const latency = await openLoop(connections, { perSecond: rate / 2, seconds: options.latencySeconds });
    for (const connection of connections) connection.close();
    const flush = await flushMs();
    return [
      {
        name: `${kind.name}: durable orders ÷ pgbench`,
        value: median(ratios),
        unit: '',
        goal: { atLeast: kind.goals.ratio },
      },
      ...written(kind, writes),
      { name: `${kind.name}: durable orders through HTTP`, value: rate, unit: '/s' },
      { name: `${kind.name}: pgbench`, value: median(pgbenchRates), unit: '/s' },
      {
        name: `${kind.name}: latency at half load, median of the one-second p99s`,
        value: latency.medianP99Ms,
        unit: 'ms',
        goal: { atMost: 25 },
      },
      {
        name: `${kind.name}: latency at half load, p99 of the whole run`,
        value: latency.wholeP99Ms,
        unit: 'ms',
      },
      { name: `${kind.name}: latency at half load, p50`, value: latency.p50Ms, unit: 'ms' },
      {
        name: `${kind.name}: the idle machine's longest stall, median of seconds`,
        value: await stallMs(),
        unit: 'ms',
      },
      { name: `${kind.name}: the idle disk's flush, p50`, value: flush.p50Ms, unit: 'ms' },
      { name: `${kind.name}: the idle disk's flush, p99`, value: flush.p99Ms, unit: 'ms' },
    ];
  } finally {
    await server.stop();
  }
}

/** An idle session adds what it wrote to the statistics after ten seconds. */
const COUNTED_AFTER_MS = 11_000;

type Writes = { readonly walBytes: number; readonly rowVersions: number };

/**
 * Returns how much the database has written, including the background writes of the log and the market. The writes of
 * pgbench's database are included in the WAL bytes only.
 */
async function writesSoFar(ownerUrl: string): Promise<Writes> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ wal: number; versions: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
      (select sum(n_tup_ins + n_tup_upd)::float8 from pg_stat_user_tables) as versions`,
  );
  await client.end();
  const [{ wal, versions }] = rows as [{ wal: number; versions: number }];
  return { walBytes: wal, rowVersions: versions };
}

function each(after: Writes, before: Writes, orders: number): Writes {
  return {
    walBytes: (after.walBytes - before.walBytes) / orders,
    rowVersions: (after.rowVersions - before.rowVersions) / orders,
  };
}

function written({ name, goals }: OrderKind, { walBytes, rowVersions }: Writes): Figure[] {
  const atMost = (goal: number | undefined) => (goal === undefined ? {} : { goal: { atMost: goal } });
  return [
    { name: `${name}: WAL an order`, value: walBytes, unit: 'B', ...atMost(goals.walBytes) },
    { name: `${name}: row versions an order`, value: rowVersions, unit: '', ...atMost(goals.rowVersions) },
  ];
}

/** Creates and fills a separate database for pgbench. */
export async function preparePgbench(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('create database pgbench');
  await client.end();
  const url = new URL(ownerUrl);
  url.pathname = '/pgbench';
  await run('pgbench', ['-i', '-s', '50', '-q', url.href]);
  return url.href;
}

const run = promisify(execFile);

/** Writes what the previous run left in memory to disk, so that the next run does not pay for it. */
export async function settle(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

export async function pgbench(url: string, seconds: number): Promise<number> {
  const { stdout } = await run('pgbench', [
    '-M',
    'prepared',
    '-c',
    '32',
    '-j',
    '2',
    '-T',
    String(seconds),
    url,
  ]);
  const found = /tps = ([\d.]+)/.exec(stdout);
  if (found === null) throw new Error(`expected a rate from pgbench, got ${stdout}`);
  return Number(found[1]);
}

/** Returns whether the order was executed. */
export type Sending = { send(): Promise<boolean> };

/** Each connection sends its next order when it has the answer to the previous one. Returns orders per second. */
export async function closedLoop(connections: readonly Sending[], seconds: number): Promise<number> {
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let done = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < endMs) {
        if (!(await connection.send())) throw new Error('expected an order to be executed, got a refusal');
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - startedMs) / 1000);
}

/**
 * Orders are due at fixed times, independently of the answers. An order that finds no free connection waits for one, and its wait
 * counts, because a customer would wait too.
 */
export async function openLoop(
  connections: readonly Sending[],
  load: { perSecond: number; seconds: number },
): Promise<{ medianP99Ms: number; wholeP99Ms: number; p50Ms: number }> {
  const free = [...connections];
  const due: number[] = [];
  const bySecond = new Map<number, number[]>();
  const startedMs = performance.now();
  const pending = new Set<Promise<void>>();
  const sendOne = async (connection: Sending, dueMs: number): Promise<void> => {
    if (!(await connection.send())) throw new Error('expected an order to be executed, got a refusal');
    const second = Math.floor((dueMs - startedMs) / 1000);
    const list = bySecond.get(second);
    const tookMs = performance.now() - dueMs;
    if (list === undefined) bySecond.set(second, [tookMs]);
    else list.push(tookMs);
    free.push(connection);
  };
  let scheduled = 0;
  while (performance.now() - startedMs < load.seconds * 1000) {
    const shouldBe = Math.floor(((performance.now() - startedMs) / 1000) * load.perSecond);
    for (; scheduled < shouldBe; scheduled += 1) due.push(startedMs + (scheduled / load.perSecond) * 1000);
    while (due.length > 0 && free.length > 0) {
      const sent = sendOne(free.pop()!, due.shift()!);
      pending.add(sent);
      void sent.finally(() => pending.delete(sent));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
  const seconds = [...bySecond.entries()].filter(([second]) => second >= 2).map(([, list]) => list);
  const all = seconds.flat();
  return {
    medianP99Ms: median(seconds.map((list) => percentile(list, 0.99))),
    wholeP99Ms: percentile(all, 0.99),
    p50Ms: percentile(all, 0.5),
  };
}

/** The longest time in each second for which this otherwise idle process was kept from running. */
async function stallMs(): Promise<number> {
  const longest: number[] = [];
  for (let second = 0; second < 5; second += 1) {
    let worst = 0;
    const endMs = performance.now() + 1000;
    while (performance.now() < endMs) {
      const beforeMs = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 1));
      worst = Math.max(worst, performance.now() - beforeMs - 1);
    }
    longest.push(worst);
  }
  return median(longest);
}
