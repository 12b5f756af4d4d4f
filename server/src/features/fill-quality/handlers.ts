/** Handlers of the calls for the public list of fills, its statistics, and a customer's own lines in it. */
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Handlers } from '../../calls/handler.ts';
import { noCursor, placeOf } from '../../calls/paging.ts';
import type { Pool } from '../../db/pool.ts';
import { ttlCache } from '../../flow/ttl-cache.ts';
import { limits } from './limits.ts';
import { readLists, readOwnFills } from './lists.ts';
import { newestDay, readQuality } from './statistics.ts';

type FillQualityCalls =
  | 'GET transparency/fills'
  | 'GET transparency/fill_quality'
  | 'GET transparency/own_fills';

export function fillQualityHandlers({
  pool,
  now,
}: {
  readonly pool: Pool;
  readonly now: () => number;
}): Pick<Handlers, FillQualityCalls> {
  const kept = ttlCache<CallOutput<'GET transparency/fill_quality'>>({
    ...{ forMs: limits.keptMs, most: limits.keptMax, now },
  });
  return {
    'GET transparency/fills': async ({ from_root: from = '0' }) => ok(await readLists(pool, from)),
    'GET transparency/fill_quality': async ({ day }) => {
      const asked = day ?? (await newestDay(pool));
      // Not cached, so that the first fill appears as soon as it is listed.
      if (asked === undefined) return ok(await readQuality(pool, asked));
      return ok(await kept(asked, () => readQuality(pool, asked)));
    },
    'GET transparency/own_fills': async ({ cursor }, { customer }) => {
      const place = placeOf(cursor, 2);
      if (place === null) return noCursor;
      const [root, number] = place ?? [];
      const before = root === undefined || number === undefined ? undefined : { root, number };
      return ok(await readOwnFills(pool, customer, before));
    },
  };
}
