/**
 * A thousand resting orders on the day on which China banned coin offerings, 4 September 2017, replayed from real minutes. The
 * fills, with their entries and prices, are computed here from the files alone and must equal the server's, whether or not the
 * server is killed midway.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { amount, formatAmount, fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import { freePort, leftovers, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { servingUrl } from '../src/db/postgres-cluster.ts';
import { createPool } from '../src/db/pool.ts';
import { breaches } from '../src/app/breaches.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const HALF_SPREAD = amount('0.25');
const SPEED = 2400;
/** The excerpt runs from 06:00 to 18:00 UTC, when the price fell. */
const FROM_SECONDS = 1_504_483_200 + 6 * 3600;
const TO_SECONDS = FROM_SECONDS + 12 * 3600;
const ORDERS_EACH = 500;

type Market = {
  readonly symbol: string;
  readonly file: string;
  readonly depth: number;
  readonly quantity: string;
};
const markets: readonly Market[] = [
  { symbol: 'BTC/USDT', file: 'BTCUSD_coinbase_1m_2017-09-03_04_violent.csv', depth: 0.1, quantity: '0.001' },
  { symbol: 'ETH/USDT', file: 'ETHUSD_coinbase_1m_2017-09-03_04_violent.csv', depth: 0.25, quantity: '0.01' },
];

/**
 * Writes an excerpt, and returns its asks in the order in which the feed sends them: open, high, low and close of each minute.
 */
function cutOut(market: Market, folder: string): { path: string; asks: bigint[]; first: bigint } {
  const source = fileURLToPath(new URL(`../../fixtures/market/${market.file}`, import.meta.url));
  const [header = '', ...lines] = readFileSync(source, 'utf8').trim().split('\n');
  const kept = lines.filter((line) => {
    const seconds = Number(line.split(',')[0]);
    return seconds >= FROM_SECONDS && seconds < TO_SECONDS;
  });
  const path = join(folder, market.file);
  writeFileSync(path, `${[header, ...kept].join('\n')}\n`);
  const asks = kept.flatMap((line) => {
    const [, open, high, low, close] = line.split(',') as [string, string, string, string, string];
    return [open, high, low, close].map((price) => amount(price) + HALF_SPREAD);
  });
  return { path, asks, first: asks[0]! - HALF_SPREAD };
}

/** Returns levels spread evenly downwards from the first price, in whole ticks. */
function levels(first: bigint, depth: number): bigint[] {
  const tick = amount('0.01');
  const range = (first * BigInt(Math.round(depth * 1000))) / 1000n;
  return Array.from({ length: ORDERS_EACH }, (_, at) => {
    const level = first - (range * BigInt(at)) / BigInt(ORDERS_EACH - 1);
    return level - (level % tick);
  });
}

async function call(
  server: RunningServer,
  path: string,
  at: { token?: string; key?: string; body?: object },
) {
  const response = await fetch(`${server.origin}/api/${path}`, {
    method: at.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(at.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(at.token === undefined ? {} : { authorization: at.token }),
      ...(at.key === undefined ? {} : { 'idempotency-key': at.key }),
    },
    ...(at.body === undefined ? {} : { body: JSON.stringify(at.body) }),
  });
  return (await response.json()) as { type: string; error?: string; message: never };
}

/** Places every order, a few at a time. The highest levels come last because they are reached first. */
async function placeAll(server: RunningServer, token: string, orders: { market: Market; level: bigint }[]) {
  const waiting = orders.map((order, at) => ({ ...order, key: `order-${at}` }));
  const worker = async (): Promise<void> => {
    for (let order = waiting.pop(); order !== undefined; order = waiting.pop()) {
      const { symbol, quantity } = order.market;
      const body = { symbol, side: 'buy', type: 'limit', quantity, price: formatAmount(order.level) };
      const place = (key: string) => call(server, 'coin/trade', { token, key, body });
      let answer = await place(order.key);
      // On "busy", the client retries with the same key. At this speed, a moment without a quote counts as a closed market, and
      // that answer is stored for its key.
      for (let again = 1; answer.error === 'busy' || answer.error === 'trading_closed'; again += 1)
        answer = await place(answer.error === 'busy' ? order.key : `${order.key}-${again}`);
      expect(answer).toMatchObject({ type: 'ok' });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

type Row = {
  symbol: string;
  price: string;
  armed_seq: string;
  created_ms: string;
  fill_age_ms: number;
  status: string;
  fills: string;
  fill_seq: string | null;
  fill_price: string | null;
};

/** The time at which each entry of a symbol was made, according to the symbol's tape. */
type Made = ReadonlyMap<string, readonly number[]>;

async function outcome(folder: string): Promise<{ rows: Row[]; heads: Map<string, number>; made: Made }> {
  const pool = createPool(await servingUrl(folder), { max: 1 });
  try {
    const orders = await pool.query<Row>(
      `select o.symbol, o.price, o.armed_seq, o.created_ms, o.fill_age_ms, o.status, count(f.*) as fills, min(f.tape_seq) as fill_seq,
        min(f.price) as fill_price
        from spot_order o left join spot_fill f on f.book = o.book and f.order_id = o.id
        group by o.book, o.id`,
    );
    const heads = await pool.query<{ symbol: string; seq: string }>('select symbol, seq from tape_head');
    const tapes = await pool.query<{ symbol: string; made: string[] }>(
      'select symbol, array_agg(least(time_ms, feed_time_ms) order by seq) as made from tape group by symbol',
    );
    expect(await breaches(pool)).toEqual([]);
    return {
      rows: orders.rows,
      heads: new Map(heads.rows.map((row) => [row.symbol, Number(row.seq)])),
      made: new Map(tapes.rows.map(({ symbol, made }) => [symbol, made.map(Number)])),
    };
  } finally {
    await pool.end();
  }
}

/**
 * The expected result of an order: a fill at the first ask at or below its level that was made after the acceptance, or at the
 * newest ask at acceptance if that ask was recent.
 */
function expected(
  row: Row,
  { asks, made }: { readonly asks: readonly bigint[]; readonly made: readonly number[] },
): { status: string; seq: number | null; price: bigint | null } {
  const level = fromNumeric(row.price);
  const armed = Number(row.armed_seq);
  const createdMs = Number(row.created_ms);
  const head = asks[armed - 1];
  const isYoung = createdMs - made[armed - 1]! <= row.fill_age_ms;
  if (head !== undefined && head <= level && isYoung) return { status: 'filled', seq: armed, price: head };
  const at = asks.findIndex((ask, index) => index + 1 > armed && made[index]! >= createdMs && ask <= level);
  return at === -1
    ? { status: 'open', seq: null, price: null }
    : { status: 'filled', seq: at + 1, price: asks[at]! };
}

test.each(['left alone', 'killed in the middle'])(
  'fills resting orders in a market crash as computed from the files, with the server %s',
  async (how) => {
    const { path: data, remove } = makeDataFolder();
    const folder = dirname(data);
    mkdirSync(data, { recursive: true });
    const files = new Map(markets.map((market) => [market.symbol, cutOut(market, folder)]));
    const port = await freePort();
    const replay = [...files].flatMap(([symbol, file]) => ['--replay-file', `${symbol}=${file.path}`]);
    const through = [
      process.execPath,
      MAIN,
      '--feed',
      'replay',
      '--replay-speed',
      String(SPEED),
      '--replay-half-spread',
      formatAmount(HALF_SPREAD),
      ...replay,
    ];
    let server = await startServer({ data, port, through });
    try {
      const login = await call(server, 'user/login', { body: { account: 'lena', password: 'Demo-lena-1' } });
      const token = login.message as string;
      const orders = markets.flatMap((market) =>
        levels(files.get(market.symbol)!.first, market.depth).map((level) => ({ market, level })),
      );
      await placeAll(server, token, orders);
      if (how !== 'left alone') {
        await delay(1500);
        server.process.kill('SIGKILL');
        await server.ended;
        server = await startServer({ data, port, through });
      }
      // After the last quote, a halt entry records that the feed has ended.
      const lengths = new Map([...files].map(([symbol, file]) => [symbol, file.asks.length + 1]));
      const deadline = performance.now() + 90_000;
      let found = await outcome(data);
      while (markets.some(({ symbol }) => found.heads.get(symbol) !== lengths.get(symbol))) {
        if (performance.now() > deadline)
          throw new Error(`expected the replay to end, still running: ${server.printed()}`);
        await delay(500);
        found = await outcome(data);
      }
      await delay(500);
      found = await outcome(data);
      expect(found.rows).toHaveLength(2 * ORDERS_EACH);
      const filled = new Map<string, number>();
      for (const row of found.rows) {
        const should = expected(row, {
          asks: files.get(row.symbol)!.asks,
          made: found.made.get(row.symbol)!,
        });
        expect({
          order: `${row.symbol} at ${row.price} armed at ${row.armed_seq}`,
          status: row.status,
          fills: Number(row.fills),
          seq: row.fill_seq === null ? null : Number(row.fill_seq),
          price: row.fill_price,
        }).toMatchObject({
          status: should.status,
          fills: should.seq === null ? 0 : 1,
          seq: should.seq,
          price: should.price === null ? null : toNumeric(should.price),
        });
        if (row.fill_price !== null) filled.set(row.symbol, (filled.get(row.symbol) ?? 0) + 1);
      }
      // The crash reaches far into the range of levels but not through it, so both outcomes are tested.
      for (const { symbol } of markets) {
        expect(filled.get(symbol)).toBeGreaterThan(50);
        expect(filled.get(symbol)).toBeLessThan(ORDERS_EACH);
      }
    } finally {
      server.process.kill('SIGTERM');
      await server.ended;
      expect(await leftovers(data, 10_000)).toEqual([]);
      remove();
    }
  },
  180_000,
);
