/**
 * How far the firings of triggers are behind the tape, as the leader last stated it. The database dates the statement and accepts it
 * only from the current leader, so whoever reads it in a transaction of their own knows the lag at that moment: a leader that stopped,
 * or was replaced and whose successor has not caught up yet, counts as behind.
 */
import type { Statement, TextRow } from '../db/statements.ts';

const MARKET = 'market';

/** Also behind if the database's clock went back: the statement is then dated in the future. */
export const firingLagStatement: Statement = {
  name: 'firing-lag',
  text: `select ceil(abs(extract(epoch from clock_timestamp() - b.beat)) * 1000) + b.lag_ms, b.symbol_lag_ms
    from engine_beat b join leader l on l.role = b.role and l.epoch = b.epoch where b.role = '${MARKET}'`,
  values: [],
};

/** The lag of a symbol's firings, in milliseconds; infinite if the current leader has stated none. */
export function readFiringLag(rows: readonly TextRow[]): (symbol: string) => number {
  const [row] = rows;
  if (row === undefined) return () => Infinity;
  const lagMs = Number(row[0]);
  const further = JSON.parse(row[1] as string) as Readonly<Record<string, number>>;
  return (symbol) => lagMs + (further[symbol] ?? 0);
}
