/**
 * Market and engine together during a silence of the feed. Rows that wait for the clock get one gap entry, even if another
 * process becomes leader during the silence, and rows that wait for a price stay armed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAIN_GENESIS, chainViolation } from '@candor/domain/market/tape.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import type { TriggerSource } from '../src/commands/trigger-source.ts';
import { engineWhileLeading } from '../src/engine/while-leading.ts';
import type { LeadingEngine } from '../src/engine/while-leading.ts';
import { sha256Chain } from '../src/quotes/chain-hash.ts';
import type { FeedConfig } from '../src/quotes/feeds/make-feed.ts';
import type { Market } from '../src/quotes/market.ts';
import { startMarket } from '../src/quotes/market.ts';
import { readEntries } from '../src/quotes/tape-store.ts';

const SYMBOL = 'BTC/USDT';
const soon = { timeout: 8000, interval: 20 };

let database: TestDatabase;
let pool: Pool;
let folder: string;
let skewMs: number;
let open: Map<bigint, Trigger>;
let fired: string[];
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 12 });
  folder = mkdtempSync(join(tmpdir(), 'silence-'));
  skewMs = 0;
  open = new Map();
  fired = [];
  closing = [];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Rows visible to every process, as if they were in the database. */
const source: TriggerSource = {
  kind: 'row',
  openTriggers: () => [...open.values()],
  fire: ({ trigger, entry }) => {
    if (open.delete(trigger.row))
      fired.push(`${trigger.row} at ${entry.seq}${entry.gap === true ? ' gap' : ''}`);
    return Promise.resolve('done');
  },
};

async function arm(row: bigint, wait: Pick<Trigger, 'condition' | 'level' | 'armedSeq'>): Promise<void> {
  open.set(row, { symbol: SYMBOL, kind: 'row', book: 1n, row, version: 1, ...wait });
  await pool.query(
    `insert into engine_inbox (symbol, kind, book, row_id, version, condition, level, armed_seq)
      values ($1, 'row', 1, $2, 1, $3, $4::bigint * 0.00000001, $5)`,
    [SYMBOL, row, wait.condition, wait.level, wait.armedSeq],
  );
}

/** Quotes every symbol once, and very rarely afterwards. */
const QUOTED_ONCE: FeedConfig = { kind: 'simulated', seed: '1', history: false, quotesPerSecond: 0.000_01 };
const NOTHING: FeedConfig = { kind: 'external' };

async function start(
  feed: FeedConfig,
  alone: boolean,
): Promise<{ market: Market; stop: () => Promise<void> }> {
  const leading: { engine?: LeadingEngine } = {};
  const market = await startMarket({
    pool,
    feed,
    dataFolder: folder,
    role: 'lead',
    alone,
    owner: 'test',
    wallNow: () => Date.now() + skewMs,
    clockWaitedFor: (symbol) => leading.engine?.clockWaitedFor(symbol),
    report: () => undefined,
  });
  leading.engine = engineWhileLeading(market, {
    pool,
    leaderPool: pool,
    onEntries: market.tape.onEntries,
    sources: [source],
    nowMs: () => performance.now(),
    onTrouble: (text) => expect.fail(text),
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= (leading.engine?.stop() ?? Promise.resolve()).then(market.stop));
  closing.push(stop);
  return { market, stop };
}

test('fires rows that wait for the clock during a silence, across a change of leader', async () => {
  const leader = await start(QUOTED_ONCE, true);
  const standby = await start(NOTHING, false);
  await vi.waitFor(() => expect(leader.market.latest.get(SYMBOL)?.entry.seq).toBe(1n), soon);
  const tape = async () => {
    const entries = await readEntries(pool, { symbol: SYMBOL, fromSeq: 1n, limit: 100 });
    expect(chainViolation(CHAIN_GENESIS, entries, sha256Chain)).toBeUndefined();
    return entries.map((entry) => (entry.gap === true ? 'gap' : 'quote'));
  };
  const hourLater = BigInt(leader.market.clock.now() + 3_600_000);
  await arm(1n, { condition: 'clock_at_or_after', level: 0n, armedSeq: 1n });
  await arm(2n, { condition: 'clock_at_or_after', level: hourLater, armedSeq: 1n });
  await arm(3n, { condition: 'time_at_or_after', level: 0n, armedSeq: 1n });
  await arm(4n, { condition: 'ask_at_or_above', level: 1n, armedSeq: 1n });
  skewMs += 3500;
  await vi.waitFor(() => expect(fired).toEqual(['1 at 2 gap']), soon);
  skewMs += 60_000;
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await tape()).toEqual(['quote', 'gap']);

  await leader.stop();
  await arm(5n, { condition: 'clock_at_or_after', level: 0n, armedSeq: 2n });
  await vi.waitFor(() => expect(standby.market.epoch()).toBe(2n), soon);
  // The pause is longer than a feed program may take to reconnect.
  await new Promise((resolve) => setTimeout(resolve, 700));
  skewMs += 11_000;
  await vi.waitFor(() => expect(fired).toEqual(['1 at 2 gap', '5 at 3 gap']), soon);
  skewMs += 3_600_000;
  await vi.waitFor(() => expect(fired).toEqual(['1 at 2 gap', '5 at 3 gap', '2 at 4 gap']), soon);
  expect(standby.market.epoch()).toBe(2n);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await tape()).toEqual(['quote', 'gap', 'gap', 'gap']);
  expect([...open.keys()]).toEqual([3n, 4n]);
});
