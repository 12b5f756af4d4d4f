/** Open exposure, maximum payouts, and halted markets. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../../db/pool.ts';

export type OpenExposure = {
  readonly symbol: string;
  /** Sum over open positions of quantity × entry price × rate, per unit of contract size. */
  readonly long: Amount;
  readonly short: Amount;
  readonly count: number;
};

export async function openExposures(pool: Pool): Promise<OpenExposure[]> {
  const worth = `trunc(sum(p.open_quantity * p.entry_price * p.rate) filter (where p.side = $SIDE), 8)`;
  const found = await pool.query<{
    symbol: string;
    long: string | null;
    short: string | null;
    count: number;
  }>(
    `select p.symbol, ${worth.replace('$SIDE', "'long'")} as long, ${worth.replace('$SIDE', "'short'")} as short,
        count(*)::int as count
      from position p where p.status in ('pending', 'open', 'closing') and p.open_quantity > 0 and p.status <> 'pending'
      group by p.symbol order by p.symbol`,
  );
  return found.rows.map(({ symbol, long, short, count }) => ({
    symbol,
    long: fromNumeric(long ?? '0'),
    short: fromNumeric(short ?? '0'),
    count,
  }));
}

/** Returns the values of counters by name. Counters that were never created are absent. */
export async function countersAt(pool: Pool, names: readonly string[]): Promise<Map<string, Amount>> {
  const found = await pool.query<{ name: string; value: string }>(
    'select c.name, sum(c.value) as value from counter c where c.name = any($1::text[]) group by c.name',
    [names],
  );
  return new Map(found.rows.map(({ name, value }) => [name, fromNumeric(value)]));
}

export async function haltedSymbols(
  pool: Pool,
): Promise<readonly { readonly symbol: string; readonly because: string | null }[]> {
  const found = await pool.query<{ symbol: string; because: string | null }>(
    'select h.symbol, h.halted_because as because from tape_head h where h.halted order by h.symbol',
  );
  return found.rows;
}
