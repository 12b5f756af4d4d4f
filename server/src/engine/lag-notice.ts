/**
 * Publishes the leader's engine lag through the database to all other serving processes. Without it, a process that doesn't
 * lead would accept orders that profit from pending firings. If the leader stalls, all processes refuse such orders.
 */
import { every } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';

const BEAT_EVERY_MS = 250;
const READ_EVERY_MS = 100;
const ROLE = 'market';

export type Lags = {
  /** The overall lag, in milliseconds. */
  readonly lagMs: number;
  /** The additional lag of individual symbols, in milliseconds. */
  readonly bySymbol: Readonly<Record<string, number>>;
};

/** Publishes the lag while this process leads. Notices of a former leader carry an old epoch, so they are ignored. */
export function tellLag({
  pool,
  lags,
  epoch,
  onTrouble,
}: {
  readonly pool: Pool;
  readonly lags: () => Lags | undefined;
  readonly epoch: () => bigint | undefined;
  readonly onTrouble: (text: string, error: unknown) => void;
}): { stop(): Promise<void> } {
  const beat = async (): Promise<void> => {
    const [told, of] = [lags(), epoch()];
    if (told === undefined || of === undefined || !Number.isFinite(told.lagMs)) return;
    const bySymbol = Object.entries(told.bySymbol).map(([symbol, lagMs]) => [symbol, Math.ceil(lagMs)]);
    await pool.query({
      name: 'engine_beat',
      text: `insert into engine_beat as b (role, epoch, beat, lag_ms, symbol_lag_ms) values ($1, $2, clock_timestamp(), $3, $4)
        on conflict (role) do update set epoch = excluded.epoch, beat = excluded.beat, lag_ms = excluded.lag_ms,
          symbol_lag_ms = excluded.symbol_lag_ms where b.epoch <= excluded.epoch`,
      values: [ROLE, of, Math.ceil(told.lagMs), JSON.stringify(Object.fromEntries(bySymbol))],
    });
  };
  return every(BEAT_EVERY_MS, beat, (error) =>
    onTrouble('engine: failed to publish its lag (retrying)', error),
  );
}

export type ToldLag = {
  /** Infinite until the current leader's lag is known. */
  lagMs(symbol: string): number;
  stop(): Promise<void>;
};

/** Reads the leader's lag while this process doesn't lead. */
export function hearLag({
  pool,
  leads,
  nowMs,
  onTrouble,
}: {
  readonly pool: Pool;
  readonly leads: () => boolean;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onTrouble: (text: string, error: unknown) => void;
}): ToldLag {
  let heard: (Lags & { readonly atMs: number }) | undefined;
  const read = async (): Promise<void> => {
    if (leads()) {
      heard = undefined;
      return;
    }
    const atMs = nowMs();
    const found = await pool.query<{ age_ms: number; symbol_lag_ms: Record<string, number> }>({
      name: 'engine_lag',
      text: `select (extract(epoch from clock_timestamp() - b.beat) * 1000 + b.lag_ms)::float8 as age_ms, b.symbol_lag_ms
        from engine_beat b join leader l on l.role = b.role and l.epoch = b.epoch where b.role = $1`,
      values: [ROLE],
    });
    const row = found.rows[0];
    heard = row === undefined ? undefined : { atMs, lagMs: row.age_ms, bySymbol: row.symbol_lag_ms };
  };
  const reading = every(READ_EVERY_MS, read, (error) =>
    onTrouble('engine: failed to read the leader’s lag (retrying)', error),
  );
  return {
    lagMs: (symbol) =>
      heard === undefined ? Infinity : heard.lagMs + (heard.bySymbol[symbol] ?? 0) + nowMs() - heard.atMs,
    stop: () => reading.stop(),
  };
}
