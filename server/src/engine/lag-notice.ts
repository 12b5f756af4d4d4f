/**
 * Reports the leader's engine lag to the database. Every process that does not lead reads it in the transactions of its commands
 * (`commands/firing-lag.ts`), because otherwise it would accept orders that profit from pending firings. If the leader stalls,
 * all processes refuse such orders.
 */
import { every } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';

const BEAT_EVERY_MS = 200;
const ROLE = 'market';

export type Lags = {
  /** The overall lag, in milliseconds. */
  readonly lagMs: number;
  /** The additional lag of individual symbols, in milliseconds. */
  readonly bySymbol: Readonly<Record<string, number>>;
};

/** Reports the lag while this process leads. The report of a former leader is not stored, and the database also rejects it. */
export function tellLag({
  leaderPool,
  lags,
  epoch,
  onTrouble,
}: {
  /** Connections of the role that leads the market. No other role may report a lag. */
  readonly leaderPool: Pool;
  readonly lags: () => Lags | undefined;
  readonly epoch: () => bigint | undefined;
  readonly onTrouble: (text: string, error: unknown) => void;
}): { stop(): Promise<void> } {
  const beat = async (): Promise<void> => {
    const [told, of] = [lags(), epoch()];
    if (told === undefined || of === undefined || !Number.isFinite(told.lagMs)) return;
    const bySymbol = Object.entries(told.bySymbol).map(([symbol, lagMs]) => [symbol, Math.ceil(lagMs)]);
    await leaderPool.query({
      name: 'engine_beat',
      text: `insert into engine_beat as b (role, epoch, lag_ms, symbol_lag_ms)
        select l.role, l.epoch, $3, $4 from leader l where l.role = $1 and l.epoch = $2
        on conflict (role) do update set epoch = excluded.epoch, lag_ms = excluded.lag_ms,
          symbol_lag_ms = excluded.symbol_lag_ms`,
      values: [ROLE, of, Math.ceil(told.lagMs), JSON.stringify(Object.fromEntries(bySymbol))],
    });
  };
  return every(BEAT_EVERY_MS, beat, (error) =>
    onTrouble('engine: failed to record its lag (retrying)', error),
  );
}
