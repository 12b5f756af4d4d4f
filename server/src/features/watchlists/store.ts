/** Queries for watchlists. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Connection, Pool } from '../../db/pool.ts';

export type Watchlists = CallOutput<'GET watchlists'>;

/** One statement, because two could read the version of one save and the lists of the next. */
export async function watchlistsOf(
  db: Pick<Pool | Connection, 'query'>,
  customer: bigint,
): Promise<Watchlists> {
  const { rows } = await db.query<{ version: number; name: string | null; symbols: string[] }>(
    `select w.version, l.name, l.symbols from watchlists w left join watchlist l using (customer)
      where w.customer = $1 order by l.place`,
    [customer],
  );
  return {
    version: rows[0]?.version ?? 0,
    items: rows.flatMap(({ name, symbols }) => (name === null ? [] : [{ name, symbols }])),
  };
}

/**
 * Locks the customer's watchlists and raises their version, and returns whether they had the expected one. Of two devices that save
 * on the same version, the second waits for the first and then finds another version. A closed account has no lists; the lock
 * keeps the account from being closed, which deletes its lists, before the first ones are committed.
 */
export async function takeVersion(
  db: Connection,
  { customer, version }: { readonly customer: bigint; readonly version: number },
): Promise<boolean> {
  const taken =
    version === 0
      ? await db.query(
          `insert into watchlists (customer, version)
            select c.id, 1 from customer c where c.id = $1 and c.status <> 'closed' for share on conflict do nothing`,
          [customer],
        )
      : await db.query('update watchlists set version = version + 1 where customer = $1 and version = $2', [
          customer,
          version,
        ]);
  return taken.rowCount === 1;
}

export async function replaceLists(
  db: Connection,
  { customer, items }: { readonly customer: bigint; readonly items: Watchlists['items'] },
): Promise<void> {
  await db.query('delete from watchlist where customer = $1', [customer]);
  await db.query(
    `insert into watchlist (customer, place, name, symbols)
      select $1, l.place - 1, l.of ->> 'name', array(select jsonb_array_elements_text(l.of -> 'symbols'))
        from jsonb_array_elements($2::jsonb) with ordinality l (of, place)`,
    [customer, JSON.stringify(items)],
  );
}
