/** Handlers of the watchlist calls. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { isDeepStrictEqual } from 'node:util';
import type { CallAnswer, Handlers } from '../../calls/handler.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { announce } from './announcing.ts';
import { replaceLists, takeVersion, watchlistsOf } from './store.ts';
import type { Watchlists } from './store.ts';

export type WatchlistsDeps = {
  readonly pool: Pool;
  readonly isOffered: (symbol: string) => boolean;
};

type Saving = Watchlists & { readonly customer: bigint };

export function watchlistsHandlers({
  pool,
  isOffered,
}: WatchlistsDeps): Pick<Handlers, 'GET watchlists' | 'POST watchlists'> {
  return {
    'GET watchlists': async (_, { customer }) => ok(await watchlistsOf(pool, customer)),
    'POST watchlists': async ({ version, items }, { customer }) =>
      inTransaction(pool, (connection) => save(connection, isOffered, { customer, version, items })),
  };
}

async function save(
  connection: Connection,
  isOffered: WatchlistsDeps['isOffered'],
  { customer, version, items }: Saving,
): Promise<CallAnswer<'POST watchlists'>> {
  const before = await watchlistsOf(connection, customer);
  // An instrument that is no longer offered may stay on a list, so that its list can still be changed.
  const kept = new Set(before.items.flatMap(({ symbols }) => symbols));
  const isUnknown = (symbol: string): boolean => !isOffered(symbol) && !kept.has(symbol);
  if (items.some(({ symbols }) => symbols.some(isUnknown)))
    return refuse('pair_not_found', { field: 'items' });
  // A device that did not receive the answer to its save repeats the save.
  if (isDeepStrictEqual(before.items, items)) return ok(before);
  if (!(await takeVersion(connection, { customer, version }))) return refuse('watchlists_changed');
  await replaceLists(connection, { customer, items });
  const saved = await watchlistsOf(connection, customer);
  await announce(connection, { customer, version: saved.version });
  return ok(saved);
}
