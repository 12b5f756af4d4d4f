/** Reads the durable tape of one symbol for the engine: minutes where they suffice, otherwise entries. */
import type { TapeMinute } from '@candor/domain/market/minute.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';
import { gapPart } from '../db/tape-row.ts';
import type { GapColumns } from '../db/tape-row.ts';

export type MinuteBounds = Pick<
  TapeMinute,
  'startMs' | 'firstSeq' | 'lastSeq' | 'high' | 'low' | 'bidHigh' | 'bidLow' | 'askHigh' | 'askLow'
>;

/** The minute before which to search, and the prices that must be exceeded. */
export type Furthest = {
  readonly startMs: number;
  readonly bidHigh: Amount;
  readonly askLow: Amount;
};

export type TapeSource = {
  /** Returns a page of minutes, oldest first, beginning with the one that holds the entry; empty past the end of the tape. */
  readonly minutesFrom: (seq: bigint) => Promise<readonly MinuteBounds[]>;
  /** Returns a page of minutes with a higher bid or a lower ask, newest first; empty when there are no more. */
  readonly minutesBeyond: (furthest: Furthest) => Promise<readonly MinuteBounds[]>;
  /** Returns the entries from the first to the last, both included, in order. */
  readonly entries: (firstSeq: bigint, lastSeq: bigint) => Promise<readonly TapeEntry[]>;
  /** Returns a page of entries after a given one, in order; empty past the end of the tape. */
  readonly entriesAfter: (seq: bigint) => Promise<readonly TapeEntry[]>;
};

const ENTRIES_PAGE = 5000;
const MINUTES_PAGE = 5000;

const MINUTE_COLUMNS = 'minute_ms, first_seq, last_seq, high, low, bid_high, bid_low, ask_high, ask_low';
const ENTRY_COLUMNS =
  'seq, time_ms, feed_time_ms, bid, ask, last, volume, gap, cause, reason, refused, refused_count';

export function tapeSource(pool: Pool, symbol: string): TapeSource {
  const minutes = async (name: string, text: string, values: unknown[]): Promise<MinuteBounds[]> => {
    const { rows } = await pool.query<RawMinute>({ name, text, values: [symbol, ...values] });
    return rows.map(readMinute);
  };
  const entries = async (name: string, text: string, values: unknown[]): Promise<TapeEntry[]> => {
    const { rows } = await pool.query<RawEntry>({ name, text, values: [symbol, ...values] });
    return rows.map((row) => readEntry(symbol, row));
  };
  return {
    minutesFrom: (seq) =>
      minutes(
        'engine_minutes_from',
        `select ${MINUTE_COLUMNS} from tape_minute
         where symbol = $1 and minute_ms > (
           select time_ms - 60000 from tape where symbol = $1 and seq <= $2 and not gap order by seq desc limit 1)
         order by minute_ms limit $3`,
        [seq, MINUTES_PAGE],
      ),
    minutesBeyond: ({ startMs, bidHigh, askLow }) =>
      minutes(
        'engine_minutes_beyond',
        `select ${MINUTE_COLUMNS} from tape_minute
         where symbol = $1 and minute_ms < $2 and (bid_high > $3 or ask_low < $4)
         order by minute_ms desc limit $5`,
        [startMs, toNumeric(bidHigh), toNumeric(askLow), MINUTES_PAGE],
      ),
    entries: (firstSeq, lastSeq) =>
      entries(
        'engine_tape_between',
        `select ${ENTRY_COLUMNS} from tape where symbol = $1 and seq between $2 and $3 order by seq`,
        [firstSeq, lastSeq],
      ),
    entriesAfter: (seq) =>
      entries(
        'engine_tape_after',
        `select ${ENTRY_COLUMNS} from tape where symbol = $1 and seq > $2 order by seq limit $3`,
        [seq, ENTRIES_PAGE],
      ),
  };
}

type RawMinute = Record<
  'minute_ms' | 'first_seq' | 'last_seq' | 'high' | 'low' | 'bid_high' | 'bid_low' | 'ask_high' | 'ask_low',
  string
>;
type RawEntry = Record<'seq' | 'time_ms' | 'feed_time_ms' | 'bid' | 'ask' | 'last' | 'volume', string> &
  GapColumns;

function readMinute(row: RawMinute): MinuteBounds {
  return {
    startMs: Number(row.minute_ms),
    firstSeq: BigInt(row.first_seq),
    lastSeq: BigInt(row.last_seq),
    high: fromNumeric(row.high),
    low: fromNumeric(row.low),
    bidHigh: fromNumeric(row.bid_high),
    bidLow: fromNumeric(row.bid_low),
    askHigh: fromNumeric(row.ask_high),
    askLow: fromNumeric(row.ask_low),
  };
}

function readEntry(symbol: string, row: RawEntry): TapeEntry {
  return {
    symbol,
    seq: BigInt(row.seq),
    timeMs: Number(row.time_ms),
    feedTimeMs: Number(row.feed_time_ms),
    bid: fromNumeric(row.bid),
    ask: fromNumeric(row.ask),
    last: fromNumeric(row.last),
    volume: fromNumeric(row.volume),
    ...gapPart(row),
  };
}
