/**
 * The columns that commands change in each table that they write, as the table's row declares; all other columns keep their
 * inserted values.
 */
import { houseDebts } from '../../server/src/positions/debts.ts';
import { addedByFeatures } from './no-lever/of-features.ts';

const TABLES = [houseDebts, ...addedByFeatures('changed')];

/** No command sends a payout: a separate program records its result. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  payout: ['attempts', 'next_try_ms', 'acknowledged_ms', 'trouble'],
};

/** By table, in order: the columns that the serving role may change. */
export const CHANGED_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLES.map((table) => {
    return [table.name, [...table.changes, ...(BESIDE[table.name] ?? [])].toSorted()];
  }),
);
