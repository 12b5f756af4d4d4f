/**
 * Two processes share one database, and the leader reports its engine's lag there. The other process reads the lag in the
 * transaction of each batch, and refuses orders that could profit from the lag when the leader stalls, disappears or has just
 * changed.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../commands/command.ts';
import { openHouse } from '../commands/testing/house.ts';
import type { House } from '../commands/testing/house.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import { takeLead } from '../quotes/leader.ts';
import { tellLag } from './lag-notice.ts';
import { engineWhileLeading } from './while-leading.ts';
import type { LeadingEngine } from './while-leading.ts';

const SYMBOL = 'BTC/USDT';
const soon = { timeout: 10_000, interval: 20 };
let database: TestDatabase;
let leaderPool: Pool;
let enginePool: Pool;
let house: House;
let leader: LeadingEngine | undefined;
let telling: { stop(): Promise<void> } | undefined;
let book: bigint;
let keys = 0;

beforeEach(async () => {
  database = await freshDatabase();
  leaderPool = createPool(database.tapeUrl, { max: 2 });
  enginePool = createPool(database.appUrl, { max: 2 });
  // The executor of a process that does not lead, with the login of such processes.
  house = await openHouse(
    { ...database, url: database.appUrl },
    { firingLagMaxMs: LIMITS.commands.engineLagMs },
  );
  for (const symbol of [SYMBOL, 'ETH/USDT'])
    await house.setHead(symbol, { bid: amount('20000'), ask: amount('20010') });
  [book] = (await house.customers(1)) as [bigint];
});
afterEach(async () => {
  await leader?.stop();
  await telling?.stop();
  leader = telling = undefined;
  await house.close();
  await Promise.all([leaderPool.end(), enginePool.end()]);
  await database.drop();
});

const takeMarket = async (owner: string): Promise<bigint> =>
  (await takeLead(leaderPool, { role: 'market', owner, atOnce: true })) as bigint;

/** Starts a leading process that can stop answering. */
async function lead(): Promise<{ epoch: bigint; pause: () => void }> {
  const epoch = await takeMarket('leader');
  let isPaused = false;
  const stalling = (pool: Pool): Pool =>
    ({
      connect: () => pool.connect(),
      on: pool.on.bind(pool),
      off: pool.off.bind(pool),
      query: (...args: Parameters<Pool['query']>) =>
        isPaused ? new Promise(() => undefined) : pool.query(...args),
    }) as unknown as Pool;
  leader = engineWhileLeading(
    { onLeading: (listener) => (listener(true), () => undefined), epoch: () => epoch },
    {
      pool: stalling(enginePool),
      leaderPool: stalling(leaderPool),
      onEntries: () => () => undefined,
      nowMs: () => performance.now(),
      onTrouble: () => undefined,
      sources: [],
    },
  );
  return { epoch, pause: () => (isPaused = true) };
}

const trade = command({
  name: 'test.trade',
  gather: (_: { symbol: string }) => ({}),
  decide: ({ symbol }, facts) =>
    facts.head(symbol)?.lagging === true ? refuse('busy') : ok({ answer: { traded: true } }),
});
const tradedIn = async (symbol: string) =>
  (await house.run(trade, { symbol }, { book, key: `trade ${(keys += 1)}` })).ok;
const traded = () => tradedIn(SYMBOL);

test('refuses orders in a process that does not lead until the leader has reported its lag', async () => {
  expect(await traded()).toBe(false);
  await takeMarket('a leader whose engine does not run yet');
  expect(await traded()).toBe(false);
  await lead();
  await expect.poll(traded, soon).toBe(true);
});

test('refuses orders in a process that does not lead when the leader stalls', async () => {
  const { pause } = await lead();
  await expect.poll(traded, soon).toBe(true);
  pause();
  const atMs = performance.now();
  await expect.poll(traded, soon).toBe(false);
  expect(performance.now() - atMs).toBeGreaterThan(LIMITS.commands.engineLagMs / 2);
  // The leader is stalled, so the teardown must not wait for it.
  leader = undefined;
});

test('refuses orders from the moment of a change of leader, and ignores reports of the previous leader', async () => {
  const first = await lead();
  await expect.poll(traded, soon).toBe(true);
  expect(await takeMarket('other')).toBe(first.epoch + 1n);
  // Orders are refused in the very next transaction, and also while the previous leader continues for a while as if nothing had
  // happened.
  for (let times = 0; times < 20; times += 1) expect(await traded()).toBe(false);
});

test('refuses orders of a symbol that lags, and of all symbols if the whole engine lags', async () => {
  const epoch = await takeMarket('leader');
  const stated = { lagMs: 0, bySymbol: {} as Record<string, number> };
  const onTrouble = (text: string) => expect.fail(text);
  telling = tellLag({ leaderPool, lags: () => stated, epoch: () => epoch, onTrouble });
  const both = async () => [await traded(), await tradedIn('ETH/USDT')];
  await expect.poll(both, soon).toEqual([true, true]);
  stated.bySymbol = { [SYMBOL]: 2500 };
  await expect.poll(both, soon).toEqual([false, true]);
  stated.bySymbol = {};
  await expect.poll(both, soon).toEqual([true, true]);
  stated.lagMs = 2500;
  await expect.poll(both, soon).toEqual([false, false]);
});

test('asks the process’s own engine only while the database says that this process leads', async () => {
  const epoch = await takeMarket('this process');
  const own = { epoch: epoch as bigint | undefined, isBehind: false };
  const leading = await openHouse(
    { ...database, url: database.appUrl },
    {
      firingLagMaxMs: LIMITS.commands.engineLagMs,
      ownEpoch: () => own.epoch,
      lagging: () => own.isBehind,
    },
  );
  const takes = async () =>
    (await leading.run(trade, { symbol: SYMBOL }, { book, key: `own ${(keys += 1)}` })).ok;
  // The leader has not reported its lag yet.
  expect([await takes(), await traded()]).toEqual([true, false]);
  own.isBehind = true;
  expect(await takes()).toBe(false);
  own.isBehind = false;
  // The leader still believes that it leads.
  await takeMarket('other');
  expect(await takes()).toBe(false);
  await leading.close();
});

describe('in the database', () => {
  const states = (pool: Pool, sql: string): Promise<string> =>
    pool.query(sql).then(
      () => 'written',
      (error: Error & { code?: string; constraint?: string }) => error.constraint ?? error.code ?? '',
    );
  const INSERT = (epoch: bigint) =>
    `insert into engine_beat (role, epoch, lag_ms, symbol_lag_ms) values ('market', ${epoch}, 0, '{}')`;

  test('does not let a process that only serves report that no symbol lags', async () => {
    await takeMarket('leader');
    expect([
      await states(enginePool, INSERT(1n)),
      await states(enginePool, `update engine_beat set lag_ms = 0`),
      await states(enginePool, `update leader set epoch = 9`),
    ]).toEqual(['42501', '42501', '42501']);
  });

  test('rejects a lag reported in the name of another epoch, or for a future time', async () => {
    const epoch = await takeMarket('leader');
    expect(await states(leaderPool, INSERT(epoch + 1n))).toBe('engine_beat_of_leader');
    expect(await states(leaderPool, INSERT(epoch))).toBe('written');
    const future = `update engine_beat set beat = clock_timestamp() + interval '1 hour'`;
    expect(await states(leaderPool, future)).toBe('42501');
    await house.owner(future);
    const [row] = await house.owner<{ late: boolean }>(
      'select beat > clock_timestamp() as late from engine_beat',
    );
    expect(row?.late).toBe(false);
    await takeMarket('other');
    expect(await states(leaderPool, `update engine_beat set lag_ms = 0`)).toBe('engine_beat_of_leader');
  });

  test('treats a report dated in the future, as after the clock was set back, as outdated', async () => {
    const epoch = await takeMarket('leader');
    expect(await states(leaderPool, INSERT(epoch))).toBe('written');
    expect(await traded()).toBe(true);
    await house.owner('alter table engine_beat disable trigger engine_beat_of_leader');
    await house.owner(`update engine_beat set beat = clock_timestamp() + interval '1 hour'`);
    expect(await traded()).toBe(false);
  });
});
