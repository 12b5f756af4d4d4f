/**
 * Measures orders that come in batches of twenty and over sockets, next to PostgreSQL's own benchmark on the same server, and how
 * much one busy customer gets and how that affects the latency of others.
 */
import { median } from './figure.ts';
import type { Figure } from './figure.ts';
import { OrderConnection, requestOf } from './order-client.ts';
import type { Orders } from './order-client.ts';
import { closedLoop, openLoop, pgbench, preparePgbench, settle, spotOrders } from './orders.ts';
import type { Sending } from './orders.ts';
import { startServer } from './running-server.ts';
import type { RunningServer } from './running-server.ts';
import { atShare } from './share.ts';
import { SocketOrders } from './socket-order-client.ts';

const BATCH = 20;
/** More batches at once would wait longer than the server lets commands wait. */
const BATCHING = 16;
const CUSTOMERS = 128;
const WARMING_SECONDS = 3;
/** The orders that the busy customer sends per second. */
const BUSY_PER_SECOND = 1000;
const BUSY_CONNECTIONS = 16;
const OTHERS_PER_SECOND = 300;

const ORDER = {
  call: 'POST coin/trade',
  fields: { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.0001' },
};

export type ManyOrdersOptions = {
  readonly runs: number;
  readonly pgbenchSeconds: number;
  readonly orderSeconds: number;
  readonly busySeconds: number;
};

export function manyOrdersAt(share: number): ManyOrdersOptions {
  return {
    runs: atShare(share, 3, 1),
    pgbenchSeconds: atShare(share, 20, 2),
    orderSeconds: atShare(share, 15, 2),
    // The latency of the first two seconds does not count.
    busySeconds: atShare(share, 30, 5),
  };
}

export async function benchManyOrders(options: ManyOrdersOptions): Promise<Figure[]> {
  const server = await startServer(CUSTOMERS);
  try {
    const pgbenchUrl = await preparePgbench(server.postgres.ownerUrl);
    const batching = () =>
      opened(server.tokens.slice(0, BATCHING), (token) =>
        OrderConnection.open(server.port, batches(server.port, token)),
      );
    const sockets = () =>
      opened(server.tokens, (token, place) => SocketOrders.open({ port: server.port, token, place }, ORDER));
    await rateOf(batching, WARMING_SECONDS);
    await rateOf(sockets, WARMING_SECONDS);
    const found = { pgbench: [] as number[], batches: [] as number[], sockets: [] as number[] };
    const rated = async (rates: number[], rate: () => Promise<number>) => {
      await settle(server.postgres.ownerUrl);
      rates.push(await rate());
    };
    for (let run = 0; run < options.runs; run += 1) {
      await rated(found.pgbench, () => pgbench(pgbenchUrl, options.pgbenchSeconds));
      await rated(found.batches, async () => BATCH * (await rateOf(batching, options.orderSeconds)));
      await rated(found.sockets, () => rateOf(sockets, options.orderSeconds));
    }
    await settle(server.postgres.ownerUrl);
    return [...ratios(found), ...(await busyCustomer(server, options.busySeconds))];
  } finally {
    await server.stop();
  }
}

type Closable = Sending & { close(): void };

/** Opens the connections just before, because the server closes connections that are idle while something else is measured. */
async function rateOf(open: () => Promise<readonly Closable[]>, seconds: number): Promise<number> {
  const connections = await open();
  try {
    return await closedLoop(connections, seconds);
  } finally {
    for (const connection of connections) connection.close();
  }
}

function ratios(found: Readonly<Record<'pgbench' | 'batches' | 'sockets', readonly number[]>>): Figure[] {
  const ratio = (rates: readonly number[]) => median(rates.map((rate, at) => rate / found.pgbench[at]!));
  const goal = { atLeast: 6 };
  return [
    { name: 'batches of 20 ÷ pgbench', value: ratio(found.batches), unit: '', goal },
    { name: 'socket orders ÷ pgbench', value: ratio(found.sockets), unit: '', goal },
    { name: 'batches of 20: durable orders', value: median(found.batches), unit: '/s' },
    { name: 'socket orders: durable orders', value: median(found.sockets), unit: '/s' },
    { name: 'batches and socket orders: pgbench', value: median(found.pgbench), unit: '/s' },
  ];
}

/** Measures the latency of other customers' orders while one customer sends many, and once without that customer. */
async function busyCustomer({ port, tokens }: RunningServer, seconds: number): Promise<Figure[]> {
  const [busyToken = '', ...others] = tokens;
  const open = (token: string) => OrderConnection.open(port, spotOrders.orders(port, token));
  const quiet = await opened(others, open);
  const load = { perSecond: OTHERS_PER_SECOND, seconds };
  const alone = await openLoop(quiet, load);
  const busy = await opened(
    Array.from({ length: BUSY_CONNECTIONS }, () => busyToken),
    open,
  );
  let [sent, executed] = [0, 0];
  const counted = busy.map((connection): Sending => ({
    send: async () => {
      sent += 1;
      if (await connection.send()) executed += 1;
      return true;
    },
  }));
  const [beside] = await Promise.all([
    openLoop(quiet, load),
    openLoop(counted, { perSecond: BUSY_PER_SECOND, seconds }),
  ]);
  for (const connection of [...busy, ...quiet]) connection.close();
  const name = 'one busy customer';
  return [
    { name: `${name}: its executed orders`, value: executed / seconds, unit: '/s', goal: { atLeast: 990 } },
    { name: `${name}: its refused orders`, value: (sent - executed) / seconds, unit: '/s' },
    {
      name: `${name}: others' latency, median of the one-second p99s`,
      value: beside.medianP99Ms,
      unit: 'ms',
      goal: { atMost: 25 },
    },
    { name: `${name}: the same without the busy customer`, value: alone.medianP99Ms, unit: 'ms' },
  ];
}

function batches(port: number, token: string): Orders {
  const body = JSON.stringify({ orders: Array.from({ length: BATCH }, () => ORDER) });
  const request = requestOf({ port, token, path: '/api/orders/batch', body });
  const isGood = (answer: string): boolean => {
    if (answer.includes(`"accepted":${BATCH}`)) return true;
    const refusals = new Set([...answer.matchAll(/"error":"(\w+)"/g)].map(([, code]) => code));
    process.stderr.write(`a batch was refused: ${[...refusals].join(', ')}\n`);
    return false;
  };
  return { next: () => request, isGood };
}

function opened<Kind>(
  tokens: readonly string[],
  open: (token: string, place: number) => Promise<Kind>,
): Promise<Kind[]> {
  return Promise.all(tokens.map(open));
}
