/**
 * Measures how long it takes until a thousand positions that one quote liquidates are durably closed, on a complete server to
 * which quotes are pushed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';
import { pushMarket } from './pushed-market.ts';
import { callAs, startServer } from './running-server.ts';

const CUSTOMERS = 10;
const POSITIONS = 1000;
const ROUNDS = 3;
const CALM = { bid: '64000', ask: '64000.02' };
/** A fall beyond the margin of a position at 100x, which causes warnings, liquidation and a shortfall in one entry. */
const FALLEN = { bid: '63200', ask: '63200.02' };

export async function benchCloseOuts(): Promise<Figure[]> {
  const server = await startServer(CUSTOMERS, pushMarket.options);
  const market = await pushMarket.open(server.port, CALM);
  const watch = new pg.Client({ connectionString: server.postgres.ownerUrl });
  await watch.connect();
  try {
    for (const token of server.tokens) {
      const fields = { currency: 'USDT', from: 'spot', to: 'contract', amount: '10000' };
      await callAs({ port: server.port, token, path: 'wallet/transfer' }, fields);
    }
    const tookMs: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      market.stand(CALM);
      await wait(1000);
      await openAll(server);
      const startedMs = performance.now();
      market.stand(FALLEN);
      await untilClosed(watch, round * POSITIONS);
      tookMs.push(performance.now() - startedMs);
    }
    return [
      {
        name: 'close-outs: 1,000 positions liquidated by one quote, all durable',
        value: median(tookMs),
        unit: 'ms',
        goal: { atMost: 1000 },
      },
    ];
  } finally {
    market.close();
    await watch.end();
    await server.stop();
  }
}

async function openAll(server: { port: number; tokens: readonly string[] }): Promise<void> {
  const fields = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 100 };
  await Promise.all(
    server.tokens.map(async (token) => {
      for (let made = 0; made < POSITIONS / CUSTOMERS; made += 1) {
        await callAs({ port: server.port, token, path: 'lever/submit' }, fields);
      }
    }),
  );
}

async function untilClosed(watch: pg.Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await watch.query<{ n: string }>(
      `select count(*) as n from position where reason = 'close_out'`,
    );
    if (Number(rows[0]?.n) >= count) return;
    await wait(5);
  }
}
