/** Reads the market clock and every tape head. A transaction that fills an order at a price must do so after taking its locks. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';
import { asText } from '../db/as-text.ts';

export type HeadRow = {
  readonly symbol: string;
  readonly seq: bigint;
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  readonly feedTimeMs: number;
  /** The maximum age at which this entry fills a market order, in milliseconds. */
  readonly fillAgeMs: number;
  /**
   * Whether the entry is too old to trade at: it was written longer ago than the feed's cadence allows, its feed time is too old,
   * or the guard has halted the symbol.
   */
  readonly stale: boolean;
  /** If the newest entry is a gap entry, the quote whose prices it repeats. Such a head is always stale. */
  readonly quoted?: { readonly seq: bigint; readonly timeMs: number };
};

/** An emergency stop that is in effect (docs/decisions/emergency-stops.md). */
export type Stop = {
  /** Such as "payouts", "product:spot" or "instrument:BTC/USDT". */
  readonly target: string;
  /** The end by the house's time, and the beginning by the market clock, in milliseconds. */
  readonly untilMs: number;
  readonly sinceMarketMs: number;
};

export const headsSql = `select h.symbol, h.seq, h.time_ms, h.bid, h.ask, h.last,
    case when h.halted or at.wall - h.written_at > h.stale_after_ms * interval '1 millisecond'
        or n.market_ms - h.feed_time_ms > h.stale_after_ms * c.speed
      then 't' else 'f' end,
    n.market_ms, h.quoted_seq, h.quoted_ms, h.feed_time_ms, h.fill_age_ms,
    exists (select from guard_freeze f where f.until_ms is null), c.ahead_ms, stopped.all
  from clock c cross join (select clock_timestamp() as wall offset 0) at
    cross join lateral (
      select floor(c.base_market_ms + (extract(epoch from at.wall) * 1000 - c.base_wall_ms) * c.speed)::bigint as market_ms
    ) n cross join lateral (
      select string_agg(s.target || ' ' || s.until_ms || ' ' || s.since_market_ms, ',' order by s.number) as all
      from emergency_stop s where s.until_ms > floor(extract(epoch from at.wall) * 1000) + c.ahead_ms
    ) stopped
    left join tape_head h on true`;

/** Returns the current market, for readers that do not fill orders. */
export async function headsNow(pool: Pool): Promise<{ nowMs: number; heads: HeadRow[] }> {
  const asked = { name: 'heads', text: headsSql, values: [], rowMode: 'array' as const, types: asText };
  return readHeads((await pool.query<(string | null)[]>(asked)).rows);
}

/** Parses the rows of `headsSql`, fetched as arrays of text. */
export function readHeads(rows: readonly (readonly (string | null)[])[]): {
  nowMs: number;
  /** Whether the guard has frozen new trades. */
  cancelOnly: boolean;
  stops: Stop[];
  heads: HeadRow[];
} {
  const first = rows[0];
  if (first === undefined) throw new Error('expected a market clock row, found none');
  const heads: HeadRow[] = [];
  for (const [symbol, seq, timeMs, bid, ask, last, stale, , quotedSeq, quotedMs, ...ages] of rows) {
    if (typeof symbol !== 'string') continue;
    heads.push({
      symbol,
      seq: BigInt(seq as string),
      timeMs: Number(timeMs),
      bid: fromNumeric(bid as string),
      ask: fromNumeric(ask as string),
      last: fromNumeric(last as string),
      feedTimeMs: Number(ages[0]),
      fillAgeMs: Number(ages[1]),
      stale: stale === 't',
      ...(typeof quotedSeq === 'string'
        ? { quoted: { seq: BigInt(quotedSeq), timeMs: Number(quotedMs) } }
        : {}),
    });
  }
  return { nowMs: Number(first[7]), cancelOnly: first[12] === 't', stops: stopsIn(first[14]), heads };
}

/** Batches that were recorded before there were stops have no such column. */
function stopsIn(text: string | null | undefined): Stop[] {
  return (text ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map((one) => {
      const [target = '', untilMs, sinceMarketMs] = one.split(' ');
      return { target, untilMs: Number(untilMs), sinceMarketMs: Number(sinceMarketMs) };
    });
}

/** By how many milliseconds the house's time is ahead of the wall clock, in rows of `headsSql`. */
export function aheadOf(rows: readonly (readonly (string | null)[])[]): number {
  return Number(rows[0]?.[13] ?? 0);
}
