/**
 * Two processes share one database, and the leader publishes the engine's lag. The other process refuses orders that could
 * profit from the lag when the leader stalls, disappears or has just changed.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../commands/command.ts';
import { openHouse } from '../commands/testing/house.ts';
import type { House } from '../commands/testing/house.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import { takeLead } from '../quotes/leader.ts';
import { hearLag } from './lag-notice.ts';
import type { ToldLag } from './lag-notice.ts';
import { engineWhileLeading } from './while-leading.ts';
import type { LeadingEngine } from './while-leading.ts';

const SYMBOL = 'BTC/USDT';
const soon = { timeout: 10_000, interval: 20 };
let database: TestDatabase;
let leaderPool: Pool;
let servingPool: Pool;
let told: ToldLag;
let house: House;
let leader: LeadingEngine | undefined;
let book: bigint;
let keys = 0;

beforeEach(async () => {
  database = await freshDatabase();
  leaderPool = createPool(database.url, { max: 2 });
  servingPool = createPool(database.appUrl, { max: 2 });
  told = hearLag({
    pool: servingPool,
    leads: () => false,
    nowMs: () => performance.now(),
    onTrouble: (text) => expect.fail(text),
  });
  house = await openHouse(database, {
    lagging: (symbol) => told.lagMs(symbol) > LIMITS.commands.engineLagMs,
  });
  await house.setHead(SYMBOL, { bid: amount('20000'), ask: amount('20010') });
  [book] = (await house.customers(1)) as [bigint];
});
afterEach(async () => {
  await leader?.stop();
  leader = undefined;
  await told.stop();
  await house.close();
  await Promise.all([leaderPool.end(), servingPool.end()]);
  await database.drop();
});

/** Starts a leading process whose event loop can be blocked. */
async function lead(): Promise<{ epoch: bigint; pause: () => void; behind: (ms: number) => void }> {
  const epoch = (await takeLead(leaderPool, { role: 'market', owner: 'leader', atOnce: true })) as bigint;
  let aheadMs = 0;
  let isPaused = false;
  const stalling: Pick<Pool, 'query' | 'connect' | 'on' | 'off'> = {
    connect: () => leaderPool.connect(),
    on: leaderPool.on.bind(leaderPool),
    off: leaderPool.off.bind(leaderPool),
    query: ((...args: Parameters<Pool['query']>) =>
      isPaused ? new Promise(() => undefined) : leaderPool.query(...args)) as Pool['query'],
  };
  leader = engineWhileLeading(
    { onLeading: (listener) => (listener(true), () => undefined), epoch: () => epoch },
    {
      pool: stalling as Pool,
      onEntries: () => () => undefined,
      nowMs: () => performance.now() + aheadMs,
      onTrouble: () => undefined,
      told: { lagMs: () => Infinity },
      sources: [],
    },
  );
  return { epoch, pause: () => (isPaused = true), behind: (ms) => (aheadMs += ms) };
}

const trade = command({
  name: 'test.trade',
  gather: (_: Record<string, never>) => ({}),
  decide: (_, facts) =>
    facts.head(SYMBOL)?.lagging === true ? refuse('busy') : ok({ answer: { traded: true } }),
});
const traded = async () => (await house.run(trade, {}, { book, key: `trade ${(keys += 1)}` })).ok;

test('refuses orders in a process that does not lead until the leader’s lag is known', async () => {
  expect(told.lagMs(SYMBOL)).toBe(Infinity);
  expect(await traded()).toBe(false);
  await lead();
  await expect.poll(traded, soon).toBe(true);
  expect(told.lagMs(SYMBOL)).toBeLessThan(LIMITS.commands.engineLagMs);
});

test('refuses orders in the other process when the leader stalls', async () => {
  const { pause } = await lead();
  await expect.poll(traded, soon).toBe(true);
  pause();
  await expect.poll(traded, soon).toBe(false);
  expect(told.lagMs(SYMBOL)).toBeGreaterThan(LIMITS.commands.engineLagMs);
  // The leader is stalled, so the teardown must not wait for it.
  leader = undefined;
});

test('uses only the new leader’s lag after a change of leader, and ignores the previous leader’s', async () => {
  const first = await lead();
  await expect.poll(traded, soon).toBe(true);
  const epoch = await takeLead(leaderPool, { role: 'market', owner: 'other', atOnce: true });
  expect(epoch).toBe(first.epoch + 1n);
  await expect.poll(traded, soon).toBe(false);
  expect(told.lagMs(SYMBOL)).toBe(Infinity);
});

test('adds a symbol’s published lag to the overall lag that the leader published', async () => {
  await lead();
  await expect.poll(traded, soon).toBe(true);
  await leader?.stop();
  leader = undefined;
  await leaderPool.query(
    `update engine_beat set beat = clock_timestamp() + interval '5 seconds', lag_ms = 5000, symbol_lag_ms = '{"${SYMBOL}": 2500}'`,
  );
  await expect.poll(() => told.lagMs(SYMBOL), soon).toBeGreaterThan(2000);
  expect(told.lagMs(SYMBOL) - told.lagMs('ETH/USDT')).toBeGreaterThan(2400);
});
