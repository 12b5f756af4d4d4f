/**
 * Measures how long it takes to settle ten thousand options durably, from the first entry past their common expiry, while orders
 * arrive at half of the server's capacity, on a complete server to which quotes are pushed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';
import { OrderConnection } from './order-client.ts';
import { closedLoop, openLoop, spotOrders } from './orders.ts';
import { pushMarket } from './pushed-market.ts';
import { callAs, startServer } from './running-server.ts';
import type { RunningServer } from './running-server.ts';

const TICKETS = 10_000;
const OWNERS = 250;
const TRADERS = 128;
const ROUNDS = 3;
const SECONDS = 30;
/** Orders arrive from this long before expiry until this long after it. */
const LOAD_BEFORE_MS = 5000;
const LOAD_SECONDS = 12;

export async function benchOptions(): Promise<Figure[]> {
  const server = await startServer(OWNERS + TRADERS, pushMarket.options);
  const market = await pushMarket.open(server.port, { bid: '64000', ask: '64000.02' });
  const watch = new pg.Client({ connectionString: server.postgres.ownerUrl });
  await watch.connect();
  try {
    const owners = server.tokens.slice(0, OWNERS);
    for (const token of owners) {
      const fields = { currency: 'USDT', from: 'spot', to: 'option', amount: '50000' };
      await callAs({ port: server.port, token, path: 'wallet/transfer' }, fields);
    }
    let busy = 0;
    const traders = await openTraders(server, () => (busy += 1));
    const perSecond = (await closedLoop(traders, 5)) / 2;
    const tookMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      tookMs.push(await settleOnce({ server, market, watch, owners, traders, perSecond }));
    }
    for (const trader of traders) trader.close();
    return [
      {
        name: 'options: settlement of 10,000 that expire in one second, with orders at half load',
        value: median(tookMs),
        unit: 'ms',
        goal: { atMost: 1000 },
      },
      { name: 'options: orders executed meanwhile', value: perSecond, unit: '/s' },
      { name: 'options: orders answered busy', value: busy, unit: '' },
    ];
  } finally {
    market.close();
    await watch.end();
    await server.stop();
  }
}

/**
 * While the engine is far behind, the server rejects an order with a request to retry. Such orders are counted, and do not fail
 * the benchmark.
 */
async function openTraders(server: RunningServer, onBusy: () => void): Promise<OrderConnection[]> {
  return Promise.all(
    server.tokens.slice(OWNERS).map((token) => {
      const orders = spotOrders.orders(server.port, token);
      const isGood = (answer: string) => {
        const busy = answer.includes('"error":"busy"');
        if (busy) onBusy();
        return busy || orders.isGood(answer);
      };
      return OrderConnection.open(server.port, { ...orders, isGood });
    }),
  );
}

type Round = {
  readonly server: RunningServer;
  readonly market: Awaited<ReturnType<typeof pushMarket.open>>;
  readonly watch: pg.Client;
  readonly owners: readonly string[];
  readonly traders: readonly OrderConnection[];
  readonly perSecond: number;
};

async function settleOnce({ server, market, watch, owners, traders, perSecond }: Round): Promise<number> {
  // The market clock is stopped while the tickets are bought, so that all of them expire together.
  await setClock(watch, 0);
  await wait(1000);
  await Promise.all(owners.map((token) => buyAll(server.port, token)));
  await setClock(watch, 1);
  const expiresMs = await expiry(watch);
  market.stand({ bid: '64010', ask: '64010.02' });
  await waitFor(async () => (await marketNow(watch)) >= expiresMs - LOAD_BEFORE_MS);
  const load = openLoop(traders, { perSecond, seconds: LOAD_SECONDS });
  await waitFor(async () => (await headMs(watch)) > expiresMs);
  const startedMs = performance.now();
  await waitFor(async () => (await anyOpen(watch)) === 0);
  const tookMs = performance.now() - startedMs;
  await load;
  return tookMs;
}

async function buyAll(port: number, token: string): Promise<void> {
  for (let bought = 0; bought < TICKETS / OWNERS; bought += 1) {
    const side = bought % 2 === 0 ? 'up' : 'down';
    const fields = { symbol: 'BTC/USDT', side, seconds: SECONDS, stake: '10', currency: 'USDT' };
    while (!(await isBought(port, token, fields))) await wait(100);
  }
}

/** False if the engine is momentarily behind; any other refusal throws. */
async function isBought(port: number, token: string, fields: Record<string, unknown>): Promise<boolean> {
  try {
    await callAs({ port, token, path: 'microtrade/submit' }, fields);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('"error":"busy"')) return false;
    throw error;
  }
}

/** Stops the market clock, or lets it continue from the current time. */
async function setClock(watch: pg.Client, speed: 0 | 1): Promise<void> {
  await watch.query(
    `update clock set speed = $1, base_wall_ms = wall,
        base_market_ms = base_market_ms + ((wall - base_wall_ms) * speed)::bigint
      from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as wall) now`,
    [speed],
  );
}

async function number(watch: pg.Client, sql: string): Promise<number> {
  const { rows } = await watch.query<{ n: string }>(sql);
  return Number(rows[0]?.n);
}

const expiry = (watch: pg.Client) =>
  number(watch, `select max(expires_ms) as n from option_ticket where status = 'open'`);
/**
 * Whether any ticket is open. Counting the open ones two hundred times a second took a fifth of a core from the server.
 */
const anyOpen = (watch: pg.Client) =>
  number(watch, `select exists (select from option_ticket where status = 'open')::int as n`);
const headMs = (watch: pg.Client) =>
  number(watch, `select time_ms as n from tape_head where symbol = 'BTC/USDT'`);
const marketNow = (watch: pg.Client) =>
  number(
    watch,
    `select base_market_ms + ((extract(epoch from clock_timestamp()) * 1000 - base_wall_ms) * speed)::bigint as n
      from clock`,
  );

async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(5);
}
