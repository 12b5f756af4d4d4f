/** The tapes' entries other than quotes, newest first, and the maximum age at which an entry fills orders. */
import { isRateSymbol } from '@candor/domain/market/conversion.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';

type Pauses = CallOutput<'GET transparency/pauses'>;
type Pause = Pauses['pauses'][number];

/** The position of the last entry of a page. */
export type PauseCursor = { readonly timeMs: number; readonly symbol: string; readonly seq: bigint };

const PLACE = /^(\d{1,15})~([A-Z]{3,5}\/[A-Z]{3,5})~(\d{1,18})$/;
const FIRST: PauseCursor = { timeMs: 8_640_000_000_000_000, symbol: '', seq: 0n };

/** Parses a cursor returned as `next`. Returns undefined if the text is malformed. */
export function readPauseCursor(text: string): PauseCursor | undefined {
  const [, timeMs, symbol, seq] = PLACE.exec(text) ?? [];
  if (timeMs === undefined || symbol === undefined || seq === undefined) return undefined;
  return { timeMs: Number(timeMs), symbol, seq: BigInt(seq) };
}

type Row = {
  readonly symbol: string;
  readonly seq: string;
  readonly time_ms: string;
  readonly cause: 'halt' | 'reject' | null;
  readonly reason: string | null;
  readonly refused_count: string | null;
};

export async function readPauses(pool: Pool, cursor: PauseCursor = FIRST): Promise<Pauses> {
  const limit = limits.pausesPage;
  const [ages, found] = await Promise.all([
    pool.query<{ symbol: string; fill_age_ms: string; stale_after_ms: string }>({
      name: 'fill-ages',
      text: 'select symbol, fill_age_ms, stale_after_ms from tape_head order by symbol',
      values: [],
    }),
    pool.query<Row>({
      name: 'tape-pauses',
      text: `select symbol, seq, time_ms, cause, reason, refused_count from tape
        where gap and (time_ms, symbol, seq) < ($1, $2, $3)
        order by time_ms desc, symbol desc, seq desc limit $4`,
      values: [cursor.timeMs, cursor.symbol, cursor.seq, limit + 1],
    }),
  ]);
  const shown = found.rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    fills: ages.rows
      .filter(({ symbol }) => !isRateSymbol(symbol))
      .map((row) => ({
        symbol: row.symbol,
        fill_age_ms: Number(row.fill_age_ms),
        stale_after_ms: Number(row.stale_after_ms),
      })),
    pauses: shown.map(pauseView),
    next:
      found.rows.length > limit && last !== undefined ? `${last.time_ms}~${last.symbol}~${last.seq}` : null,
  };
}

function pauseView({ symbol, seq, time_ms: timeMs, cause, reason, refused_count: refused }: Row): Pause {
  return {
    symbol,
    seq: Number(seq),
    time: Math.floor(Number(timeMs) / 1000),
    kind: cause ?? 'gap',
    reason,
    refused_count: refused === null ? null : Number(refused),
  };
}
