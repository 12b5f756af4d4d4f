/**
 * How far the firings of triggers are behind the tape, as last reported by the leader. The database dates the report and accepts
 * it only from the current leader, so a transaction that reads it knows the lag at that moment. A leader that has stopped, or
 * that was replaced by one that has not caught up yet, counts as behind.
 */
import type { Statement, TextRow } from '../db/statements.ts';

const MARKET = 'market';

/**
 * The absolute age is used, so that a report dated in the future, because the database's clock was set back, counts as behind as
 * well.
 */
export const firingLagStatement: Statement = {
  name: 'firing-lag',
  text: `select l.epoch, ceil(abs(extract(epoch from clock_timestamp() - b.beat)) * 1000) + b.lag_ms, b.symbol_lag_ms
    from leader l left join engine_beat b on b.role = l.role and b.epoch = l.epoch where l.role = '${MARKET}'`,
  values: [],
};

type FiringLag = {
  /** The epoch of the current leader. */
  readonly epoch: bigint | undefined;
  /** Returns the lag in milliseconds, or infinity if the current leader has reported none. */
  readonly lagMs: (symbol: string) => number;
};

export function readFiringLag(rows: readonly TextRow[]): FiringLag {
  const [epoch, common, bySymbol] = rows[0] ?? [];
  const leads = typeof epoch === 'string' ? BigInt(epoch) : undefined;
  if (typeof common !== 'string') return { epoch: leads, lagMs: () => Infinity };
  const lagMs = Number(common);
  const further = JSON.parse(bySymbol as string) as Readonly<Record<string, number>>;
  return { epoch: leads, lagMs: (symbol) => lagMs + (further[symbol] ?? 0) };
}
