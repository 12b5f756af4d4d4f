/** Handlers of operators' calls for emergency stops. */
import { ok } from '@candor/domain/outcome.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import type { Pool } from '../../db/pool.ts';
import { actOnce, ofHouse } from '../../operators/act.ts';
import { beginStop, releaseStop } from './operator-commands.ts';
import { stopsForOperators } from './store.ts';

export type StopsConsoleDeps = { readonly pool: Pool; readonly now: () => number };

export function stopsConsoleHandlers({
  pool,
  now,
}: StopsConsoleDeps): Pick<ConsoleHandlers, 'GET stops' | 'POST stop_begin' | 'POST stop_release'> {
  return {
    'GET stops': async () => ok(await stopsForOperators(pool)),

    'POST stop_begin': async (body, { operator, idempotencyKey }) => {
      const sent = { call: 'stop_begin', book: 0n, body, idempotencyKey };
      return ofHouse(await actOnce({ pool, operator, now, sent }, beginStop, { ...body, by: operator }));
    },

    'POST stop_release': async (body, { operator, idempotencyKey }) => {
      const sent = { call: 'stop_release', book: 0n, body, idempotencyKey };
      return ofHouse(await actOnce({ pool, operator, now, sent }, releaseStop, { ...body, by: operator }));
    },
  };
}
