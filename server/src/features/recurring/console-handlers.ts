/** Handlers of operators' calls for recurring purchases: listing a customer's plans and pausing one. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import type { Pool } from '../../db/pool.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import { pauseForHouse } from './commands.ts';
import { plansOf } from './store.ts';
import { planView } from './view.ts';

type Deps = { readonly pool: Pool; readonly submitAct: SubmitAct };

export function recurringConsoleHandlers({
  pool,
  submitAct,
}: Deps): Pick<ConsoleHandlers, 'GET recurring' | 'POST recurring_pause'> {
  return {
    'GET recurring': async ({ customer }) => {
      const book = BigInt(customer);
      const { rowCount } = await pool.query('select from customer where id = $1', [book]);
      if (rowCount === 0) return refuse('user_not_found');
      return ok({ items: (await plansOf(pool, { book })).map(planView) });
    },

    'POST recurring_pause': async (body, context) => {
      const place = { book: BigInt(body.customer), id: BigInt(body.id) };
      const [found] = await plansOf(pool, place);
      if (found === undefined) return refuse('not_found');
      const { reason, note } = body;
      const input = { id: place.id, reason, note, operator: context.operator };
      const done = await submitAct({ command: pauseForHouse, input, book: place.book, body, context });
      return done.ok ? ok({}) : done;
    },
  };
}
