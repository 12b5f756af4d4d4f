/** Stores the simulated history of a new demo, once. */
import { catalogue } from './catalogue.ts';
import { insertCandles } from './candle-store.ts';
import type { History } from './feeds/simulated-history.ts';
import { simulateHistory } from './feeds/simulated-history.ts';
import type { Pool } from '../db/pool.ts';

const ROWS_AT_ONCE = 5_000;
const STORED_TOGETHER = 3;

/** Stores the history before `endMs`, unless there already is a candle. Returns the number of candles stored. */
export async function backfillHistory(
  pool: Pool,
  options: { readonly seed: string; readonly endMs: number },
): Promise<number> {
  const any = await pool.query('select 1 from candle limit 1');
  if (any.rowCount !== 0) return 0;
  const histories = simulateHistory({ ...options, listings: catalogue });
  let stored = 0;
  const storeNext = async (): Promise<void> => {
    for (let history = histories.pop(); history !== undefined; history = histories.pop()) {
      const rows = await storeHistory(pool, history);
      stored += rows;
    }
  };
  await Promise.all(Array.from({ length: STORED_TOGETHER }, storeNext));
  return stored;
}

async function storeHistory(pool: Pool, { symbol, periods }: History): Promise<number> {
  let stored = 0;
  // The longest candles are stored first. Otherwise, if storing were interrupted, longer candles would be built from the shorter
  // ones that were already stored.
  for (const { periodMs, candles } of periods.toReversed()) {
    for (let from = 0; from < candles.length; from += ROWS_AT_ONCE) {
      const part = candles.slice(from, from + ROWS_AT_ONCE);
      await insertCandles(pool, { symbol, periodMs, candles: part, simulated: true });
      stored += part.length;
    }
  }
  return stored;
}
