/** Reads the market clock and every tape head, the way a transaction that fills at a price must: after its locks. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';

export type HeadRow = {
  readonly symbol: string;
  readonly seq: bigint;
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  /** Older than its feed's cadence allows by the database's clock, or halted by the guard. */
  readonly stale: boolean;
  /** Where the newest entry is a gap entry: the quote whose prices it repeats. Such a head is always stale. */
  readonly quoted?: { readonly seq: bigint; readonly timeMs: number };
};

export const headsSql = `select h.symbol, h.seq, h.time_ms, h.bid, h.ask, h.last,
    case when h.halted or clock_timestamp() - h.written_at > h.stale_after_ms * interval '1 millisecond'
      then 't' else 'f' end,
    floor(c.base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - c.base_wall_ms) * c.speed)::bigint,
    h.quoted_seq, h.quoted_ms
  from clock c left join tape_head h on true`;

/** Reads the rows of `headsSql`, fetched as arrays of text. */
export function readHeads(rows: readonly (readonly (string | null)[])[]): {
  nowMs: number;
  heads: HeadRow[];
} {
  const first = rows[0];
  if (first === undefined) throw new Error('the market clock has no row');
  const heads: HeadRow[] = [];
  for (const [symbol, seq, timeMs, bid, ask, last, stale, , quotedSeq, quotedMs] of rows) {
    if (typeof symbol !== 'string') continue;
    heads.push({
      symbol,
      seq: BigInt(seq as string),
      timeMs: Number(timeMs),
      bid: fromNumeric(bid as string),
      ask: fromNumeric(ask as string),
      last: fromNumeric(last as string),
      stale: stale === 't',
      ...(typeof quotedSeq === 'string'
        ? { quoted: { seq: BigInt(quotedSeq), timeMs: Number(quotedMs) } }
        : {}),
    });
  }
  return { nowMs: Number(first[7]), heads };
}
