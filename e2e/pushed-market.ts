/**
 * Runs end-to-end tests on a separate server to which they push prices, so that a test decides when prices rise, fall or stop.
 * The server's market clock is set to noon on a Wednesday, so that every session is open, and tests access its database as the
 * owner.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import pg from 'pg';
import { openWebSockets } from '../bench/web-sockets.ts';
import { OWNER_ROLE, credentialsOf, urlOf } from '../server/src/db/postgres-cluster.ts';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';

export type PushedMarket = {
  readonly origin: string;
  /** For operators' actions outside the console. */
  readonly data: string;
  readonly owner: pg.Client;
  /** In milliseconds of the market clock. */
  readonly nowMs: () => number;
  /** From now on, the symbol has no prices. */
  readonly silence: (symbol: string) => void;
  /** The symbol has prices again. */
  readonly resume: (symbol: string) => void;
  /** From now on, the symbol's prices are this many ticks higher. */
  readonly jump: (symbol: string, ticks: number) => void;
};

const TOKEN = 'end-to-end-tests-make-the-market';
const EVERY_MS = 250;

/** The initial bid, the spread, and the move with each quote, all in ticks of `places` decimals. */
const quoted = [
  { symbol: 'BTC/USDT', places: 2, bid: 6_000_000, spread: 2, move: 25 },
  { symbol: 'ETH/USDT', places: 2, bid: 300_000, spread: 2, move: -2 },
  { symbol: 'EUR/USD', places: 5, bid: 110_000, spread: 10, move: 1 },
] as const;

async function connect(origin: string) {
  const { WebSocket } = openWebSockets();
  const headers = { authorization: `Bearer ${TOKEN}` };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/feed`, { headers });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** Starts to quote: BTC and EUR rise, ETH falls. */
async function quote(origin: string, aheadMs: number) {
  const socket = await connect(origin);
  const silent = new Set<string>();
  const jumps = new Map<string, number>();
  let count = 0;
  const say = () => {
    count += 1;
    const quotes = quoted
      .filter(({ symbol }) => !silent.has(symbol))
      .map(({ symbol, places, bid, spread, move }) => {
        const now = bid + count * move + (jumps.get(symbol) ?? 0);
        const text = (ticks: number) => (ticks / 10 ** places).toFixed(places);
        return { symbol, bid: text(now), ask: text(now + spread), time_ms: Date.now() + aheadMs };
      });
    socket.send(JSON.stringify(quotes));
  };
  const timer = setInterval(say, EVERY_MS);
  return {
    silence: (symbol: string) => void silent.add(symbol),
    resume: (symbol: string) => void silent.delete(symbol),
    jump: (symbol: string, ticks: number) => void jumps.set(symbol, (jumps.get(symbol) ?? 0) + ticks),
    stop: () => {
      clearInterval(timer);
      socket.close();
    },
  };
}

/** Until noon of the next Wednesday; 1 January 1970 was a Thursday. */
function toWednesdayMs(nowMs: number): number {
  const day = Math.floor(nowMs / DAY_MS) + 1;
  return (day + ((13 - (day % 7)) % 7)) * DAY_MS + DAY_MS / 2 - nowMs;
}

async function openMarket() {
  const folder = makeDataFolder();
  const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
  const through = [process.execPath, main, '--feed', 'external', '--external-token', TOKEN];
  const server = await startServer({ data: folder.path, port: await freePort(), through });
  const owner = new pg.Client({ connectionString: urlOf(await credentialsOf(folder.path), OWNER_ROLE) });
  await owner.connect();
  const ahead = toWednesdayMs(Date.now());
  await owner.query('update clock set base_market_ms = base_market_ms + $1', [ahead]);
  const quotes = await quote(server.origin, ahead);
  const market: PushedMarket = {
    origin: server.origin,
    data: folder.path,
    owner,
    nowMs: () => Date.now() + ahead,
    silence: quotes.silence,
    resume: quotes.resume,
    jump: quotes.jump,
  };
  const close = async () => {
    quotes.stop();
    await owner.end();
    server.process.kill('SIGTERM');
    await server.ended;
    folder.remove();
  };
  return { market, close };
}

/** Playwright's `test`, with this server as the origin of every page. */
export const test = base.extend<object, { market: PushedMarket }>({
  market: [
    // Playwright reads the names of the requested fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { market, close } = await openMarket();
      await use(market);
      await close();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ market }, use) => use(market.origin),
});
