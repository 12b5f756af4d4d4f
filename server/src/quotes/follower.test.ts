/** A follower delivers every entry exactly once, including an entry that is written while the follower reads. */
import { amount } from '@candor/domain/money/amount.ts';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { interrupted } from '@candor/testing/interrupted-pool.ts';
import { createPool } from '../db/pool.ts';
import { sha256Chain } from './chain-hash.ts';
import { followOnce } from './follower.ts';
import { createLatest } from './latest.ts';
import { takeLead } from './leader.ts';
import { createTape } from './tape.ts';

const SYMBOL = 'BTC/USDT';

test('delivers an entry that is written between the reads of heads and entries exactly once', async () => {
  const database = await freshDatabase();
  const pool = createPool(database.url, { max: 3 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const tape = createTape({
    pool,
    hash: sha256Chain,
    latest: createLatest(),
    timeOf: (quote) => quote.feedTimeMs,
    marketNow: () => 0,
    staleAfterMs: () => 5000,
    fillAgeMs: () => 1_000,
    wallNow: () => Date.now(),
    onFenced: () => undefined,
    report: () => undefined,
  });
  const epoch = await takeLead(pool, { role: 'market', owner: 'test', atOnce: true });
  await tape.lead(epoch ?? 0n, [SYMBOL]);
  const price = amount('100');
  let written = 0;
  const write = () => {
    written += 1;
    return tape.append([
      { symbol: SYMBOL, bid: price, ask: price, last: price, volume: 0n, feedTimeMs: written },
    ]);
  };
  await write();
  const latest = createLatest();
  const heard: bigint[] = [];
  const publish = (entries: readonly { readonly seq: bigint }[]): void => {
    heard.push(...entries.map((entry) => entry.seq));
  };
  await followOnce({ pool, latest, publish });
  for (let turn = 0; turn < 3; turn += 1) {
    await write();
    await followOnce({ pool: interrupted(pool, write), latest, publish });
  }
  await followOnce({ pool, latest, publish });
  expect(heard).toEqual(Array.from({ length: written - 1 }, (_, at) => BigInt(at + 2)));
  await tape.follow();
});
