/** The public list of emergency stops. */
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Handlers } from '../../calls/handler.ts';
import type { Pool } from '../../db/pool.ts';
import { ttlCache } from '../../flow/ttl-cache.ts';
import { limits } from './limits.ts';
import { publicStops } from './store.ts';

export type StopsDeps = {
  readonly pool: Pool;
  /** Wall clock, used for cache expiry. */
  readonly now: () => number;
};

/** Customers' apps ask often, and all of them get the same answer. */
export function stopsHandlers({ pool, now }: StopsDeps): Pick<Handlers, 'GET transparency/stops'> {
  const kept = ttlCache<CallOutput<'GET transparency/stops'>>({ forMs: limits.keptMs, most: 1, now });
  return {
    'GET transparency/stops': async () => ok(await kept('', () => publicStops(pool))),
  };
}
