/** The tape as the auditor reads it, entry by entry, with its own arithmetic. */
import type pg from 'pg';
import { fromNumeric } from '../../domain/src/money/amount.ts';
import type { Amount } from '../../domain/src/money/amount.ts';

export type Entry = {
  readonly seq: number;
  /** When the entry was made: the earlier of its two times. */
  readonly madeMs: number;
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
  readonly last: Amount;
  readonly isQuote: boolean;
  readonly isReject: boolean;
};

export type Tapes = ReadonlyMap<string, readonly Entry[]>;

export async function readTapes(control: pg.Client): Promise<Tapes> {
  const { rows } = await control.query<
    Record<'symbol' | 'seq' | 'time_ms' | 'feed_time_ms' | 'bid' | 'ask' | 'last', string> & {
      readonly gap: boolean;
      readonly cause: string | null;
    }
  >('select symbol, seq, time_ms, feed_time_ms, bid, ask, last, gap, cause from tape order by symbol, seq');
  const tapes = new Map<string, Entry[]>();
  for (const row of rows) {
    const tape = tapes.get(row.symbol) ?? [];
    tapes.set(row.symbol, tape);
    tape.push({
      seq: Number(row.seq),
      madeMs: Math.min(Number(row.time_ms), Number(row.feed_time_ms)),
      timeMs: Number(row.time_ms),
      ...{ bid: fromNumeric(row.bid), ask: fromNumeric(row.ask), last: fromNumeric(row.last) },
      ...{ isQuote: !row.gap, isReject: row.cause === 'reject' },
    });
  }
  return tapes;
}
