/**
 * Forty customers set, move and remove stops, targets and limits close to the price, while the real server, its market process
 * and PostgreSQL are killed at any moment, including during startup. Judged from rows and tape alone, each level fired at the
 * first entry that reached it since its arming, within seconds while the server ran, or not at all. `CANDOR_LONG=1` kills more
 * often.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { leftovers } from '@candor/testing/running-server.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { doorsUrl, ownersUrl } from '../src/db/postgres-cluster.ts';
import { breaches } from '../src/app/breaches.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import { KILLS, KilledServer } from './testing/killed-server.ts';
import type { Entry } from './testing/level-history.ts';
import { keepHistory, orderLives, positionLives, tapeOf } from './testing/level-history.ts';
import { violationOf, firstReached, orderWatches, positionWatches, upMs } from './testing/level-oracle.ts';
import type { Outage, Watch } from './testing/level-oracle.ts';
import { LevelTraders, openTraders } from './testing/level-traders.ts';

const CUSTOMERS = 40;
const LONG = process.env['CANDOR_LONG'] === '1';
const kills = LONG ? [...KILLS, ...KILLS] : KILLS.slice(0, 3);
const BETWEEN_MS = [1500, LONG ? 7000 : 4000] as const;
const START_MS = [300, 3500] as const;
const GRACE_MS = 10_000;
const FIRED_MIN = 10;

const MARKET_MS = `base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - base_wall_ms) * speed`;

async function marketNow(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ ms: string }>(`select round(${MARKET_MS}) as ms from clock`);
  return Number(rows[0]!.ms);
}

/** Returns every level that was ever set, with the tape on which it waited. */
async function everyLevel(owner: Pool): Promise<{ watches: Watch[]; tapes: ReadonlyMap<string, Entry[]> }> {
  const watches = [
    ...(await positionLives(owner)).flatMap(positionWatches),
    ...(await orderLives(owner)).flatMap(orderWatches),
  ];
  const symbols = [...new Set(watches.map(({ symbol }) => symbol))];
  const tapes = await Promise.all(symbols.map(async (one) => [one, await tapeOf(owner, one)] as const));
  return { watches, tapes: new Map(tapes) };
}

/** Returns rows that an entry before a given time reached and that have not fired yet. */
async function stillWaiting(owner: Pool, beforeMs: number): Promise<string[]> {
  const { watches, tapes } = await everyLevel(owner);
  return watches.flatMap((watch) => {
    if (watch.endedMs !== undefined) return [];
    const entry = firstReached(watch, tapes.get(watch.symbol)!);
    return entry !== undefined && entry.timeMs < beforeMs ? `${watch.name}: entry ${entry.seq}` : [];
  });
}

async function expectEachFired(owner: Pool, wallOutages: readonly Outage[]): Promise<void> {
  const endMs = await marketNow(owner);
  const ahead = endMs - Date.now();
  const outages = wallOutages.map(({ fromMs, toMs }) => ({ fromMs: fromMs + ahead, toMs: toMs + ahead }));
  const { watches, tapes } = await everyLevel(owner);
  const graceMs = grantedMs(GRACE_MS);
  const violations = watches.flatMap(
    (watch) => violationOf(watch, { tape: tapes.get(watch.symbol)!, outages, graceMs, endMs }) ?? [],
  );
  const lateMs = watches.flatMap((watch) => {
    const entry = watch.firedSeq === undefined ? undefined : firstReached(watch, tapes.get(watch.symbol)!);
    return entry === undefined ? [] : upMs([Math.max(entry.timeMs, watch.armedMs), watch.endedMs!], outages);
  });
  const fired = watches.filter(({ firedSeq }) => firedSeq !== undefined).length;
  console.info(
    `${watches.length} levels, ${fired} fired, the last after ${Math.round(Math.max(...lateMs))} ms of running server; ` +
      `${outages.length} kills, down for ${outages.map(({ fromMs, toMs }) => Math.round(toMs - fromMs)).join(', ')} ms`,
  );
  expect(violations).toEqual([]);
  expect(fired).toBeGreaterThan(FIRED_MIN);
}

test(
  'fires levels set around kills at the first entry that reaches them, soon after the restart',
  { timeout: LONG ? 1_800_000 : 600_000 },
  async () => {
    const seed = process.env['CANDOR_SEED'] ?? String(Date.now());
    console.info(`seed ${seed}`);
    const random = createRandom(seed);
    const between = ([from, to]: readonly [number, number]): number => from + random.next() * (to - from);
    const killed = new KilledServer();
    await killed.start();
    let owner: Pool | undefined;
    try {
      const setUp = createPool(await ownersUrl(killed.data.path), { max: 1, onError: () => undefined });
      await keepHistory(setUp);
      await setUp.end();
      const traders = new LevelTraders(killed.server.origin, random);
      await traders.start(await openTraders(await doorsUrl(killed.data.path), CUSTOMERS));
      for (const kill of kills) {
        await delay(between(BETWEEN_MS));
        await killed.kill(kill, between(START_MS));
      }
      await delay(between(BETWEEN_MS));
      await traders.stop();
      for (const call of ['lever/submit', 'lever/setstop', 'coin/trade'])
        expect(traders.answers.get(`${call} ok`)).toBeGreaterThan(0);
      owner = createPool(await ownersUrl(killed.data.path), { max: 2 });
      const quiet = { pool: owner, sinceMs: await marketNow(owner) };
      await expect
        .poll(() => stillWaiting(quiet.pool, quiet.sinceMs), { timeout: grantedMs(GRACE_MS), interval: 500 })
        .toEqual([]);
      await expectEachFired(owner, killed.outages);
      expect(await breaches(owner)).toEqual([]);
    } finally {
      await owner?.end();
      killed.server.process.kill('SIGTERM');
      await killed.server.ended;
      expect(await leftovers(killed.data.path, 12_000)).toEqual([]);
      killed.data.remove();
    }
  },
);
