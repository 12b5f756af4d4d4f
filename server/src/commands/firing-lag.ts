/**
 * How far the firings of triggers are behind the tape, as the leader last stated it. The database dates the statement and
 * accepts it only from the current leader, so a transaction that reads it knows the lag at that moment: a leader that stopped,
 * or was replaced by one that has not caught up yet, counts as behind.
 */
import type { Statement, TextRow } from '../db/statements.ts';

const MARKET = 'market';

/** Also behind if the database's clock went back: the statement is then dated in the future. */
export const firingLagStatement: Statement = {
  name: 'firing-lag',
  text: `select l.epoch, ceil(abs(extract(epoch from clock_timestamp() - b.beat)) * 1000) + b.lag_ms, b.symbol_lag_ms
    from leader l left join engine_beat b on b.role = l.role and b.epoch = l.epoch where l.role = '${MARKET}'`,
  values: [],
};

type FiringLag = {
  /** Of the current leader. */
  readonly epoch: bigint | undefined;
  /** In milliseconds; infinite if the current leader has stated none. */
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
