/** Queries for the strategy, except those of the command executor: the engine's trigger, and the data that its commands need. */
import type { Reference } from '@candor/domain/fund/strategy.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { houseHeld } from '../../ledger/house-standing.ts';
import { STRATEGY_BOOK, strategyArming, strategyClocks } from './tables.ts';
import type { StrategyClock } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;
type Db = Pick<Pool | Connection, 'query'>;

/** Reads the strategy's row; undefined before the first start. */
export async function readStrategy(pool: Db): Promise<StrategyClock | undefined> {
  const found = await pool.query<TextRow>({
    name: 'strategy-clock',
    text: 'select * from strategy_clock',
    types: asText,
  });
  return found.rows[0] === undefined ? undefined : strategyClocks.read(found.rows[0]);
}

/** Yields the strategy's trigger, for the engine's startup. */
export async function* openTriggers(connection: Db): AsyncGenerator<Trigger> {
  const row = await readStrategy(connection);
  if (row !== undefined) yield { ...strategyArming(row), book: STRATEGY_BOOK };
}

/**
 * Returns, for each slot, the newest entry of each symbol's tape at the slot's time. The tape has no index by time, so the search
 * runs backwards from the first entry of a later minute.
 */
export async function readReferences(
  pool: Db,
  { slots, symbols }: { readonly slots: readonly number[]; readonly symbols: readonly string[] },
): Promise<Map<number, Reference[]>> {
  const found = await pool.query<{ slot_ms: string; symbol: string; seq: string; last: string }>({
    name: 'strategy-references',
    text: `select s.slot_ms, m.symbol, e.seq, e.last
      from unnest($1::bigint[]) as s (slot_ms) cross join unnest($2::text[]) with ordinality as m (symbol, place)
        cross join lateral (
          select coalesce(
            (select n.first_seq from tape_minute n where n.symbol = m.symbol and n.minute_ms > s.slot_ms
              order by n.minute_ms limit 1),
            (select h.seq + 1 from tape_head h where h.symbol = m.symbol)) as behind
        ) later
        cross join lateral (
          select t.seq, t.last from tape t
          where t.symbol = m.symbol and t.seq < later.behind and t.time_ms <= s.slot_ms order by t.seq desc limit 1
        ) e
      order by s.slot_ms, m.place`,
    values: [slots, symbols],
  });
  const references = new Map<number, Reference[]>(slots.map((slotMs) => [slotMs, []]));
  for (const { slot_ms, symbol, seq, last } of found.rows) {
    references.get(Number(slot_ms))?.push({ symbol, seq: BigInt(seq), last: fromNumeric(last) });
  }
  return references;
}

/**
 * Returns whether a payment due before midnight is unpaid, and the reserve. The order of the queries matters: once no such
 * payment is unpaid, nothing more is paid from the reserve until the day is published.
 */
export async function readOwed(
  pool: Db,
  midnightMs: number,
): Promise<{ readonly waiting: boolean; readonly left: Amount }> {
  const found = await pool.query<{ waiting: boolean }>({
    name: 'strategy-unpaid',
    text: `select exists (select from fund_order o where o.started_ms is not null and o.due_ms < $1) as waiting`,
    values: [midnightMs],
  });
  const waiting = found.rows[0]?.waiting === true;
  return { waiting, left: await houseHeld(pool, { account: 'income_escrow', currency: 'USDT' }) };
}

/**
 * Returns the newest entry of the tape before a time, or the given one if there is no later one. A market that catches up writes
 * hours in one transaction; from the newest entry, they are booked together instead of entry by entry.
 */
export async function newestBefore(
  pool: Db,
  { entry, boundMs }: { readonly entry: TapeEntry; readonly boundMs: number },
): Promise<Pick<TapeEntry, 'seq' | 'timeMs'>> {
  const found = await pool.query<{ seq: string; time_ms: string }>({
    name: 'strategy-newest',
    text: `select t.seq, t.time_ms from tape t
      where t.symbol = $1 and t.seq > $2 and t.time_ms > $3 and t.time_ms < $4 and not t.gap
        and t.seq < coalesce(
          (select n.first_seq from tape_minute n where n.symbol = $1 and n.minute_ms >= $4 order by n.minute_ms limit 1),
          (select h.seq + 1 from tape_head h where h.symbol = $1))
      order by t.seq desc limit 1`,
    values: [entry.symbol, entry.seq, entry.timeMs, boundMs],
  });
  const [newest] = found.rows;
  return newest === undefined ? entry : { seq: BigInt(newest.seq), timeMs: Number(newest.time_ms) };
}

export async function isEvidenceUsed(pool: Db, evidence: string): Promise<boolean> {
  const found = await pool.query('select from strategy_report r where r.evidence = $1', [evidence]);
  return found.rowCount !== 0;
}
