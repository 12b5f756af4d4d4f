/** The customer's call: what operators did to the account. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../http/handler.ts';
import { LIMITS } from '../../limits.ts';
import { actView } from './rules.ts';
import { actsAbout } from './store.ts';

export function actsHandlers({ pool }: { readonly pool: Pool }): Pick<Handlers, 'GET user/acts'> {
  return {
    'GET user/acts': async ({ cursor, limit }, { customer }) => {
      if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) {
        return refuse('parameter_wrong', { field: 'cursor', params: { field: 'cursor' } });
      }
      const shown = Math.min(limit ?? LIMITS.http.pageRowsUsual, LIMITS.http.pageRowsMax);
      const below = cursor === undefined ? undefined : BigInt(cursor);
      const found = await actsAbout(pool, { customer, below, limit: shown + 1 });
      const items = found.slice(0, shown);
      const last = items.at(-1);
      const next = found.length > shown && last !== undefined ? last.seq.toString() : null;
      return ok({ items: items.map(actView), next });
    },
  };
}
