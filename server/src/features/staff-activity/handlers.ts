/** Handler of the call that lists operators' actions on the customer's account. */
import { pageById } from '../../calls/paging.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { actView } from './rules.ts';
import { actsAbout } from './store.ts';

export function actsHandlers({ pool }: { readonly pool: Pool }): Pick<Handlers, 'GET user/acts'> {
  return {
    'GET user/acts': (input, { customer }) =>
      pageById(input, {
        read: ({ below, limit }) => actsAbout(pool, { customer, below, limit: limit + 1 }),
        idOf: ({ seq }) => seq,
        view: actView,
      }),
  };
}
