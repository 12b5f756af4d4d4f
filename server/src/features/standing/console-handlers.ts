/** Handlers of operators' calls for a customer's standing and credit score. */
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import type { Sessions } from '../../identity/sessions/sessions.ts';
import { actOnce } from '../../operators/act.ts';
import { changeScore, changeStanding } from './operator-commands.ts';

export type StandingConsoleDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly sessions: Pick<Sessions, 'doubt'>;
};

export function standingConsoleHandlers({
  pool,
  now,
  sessions,
}: StandingConsoleDeps): Pick<ConsoleHandlers, 'POST standing' | 'POST credit'> {
  return {
    'POST standing': async (body, { operator, idempotencyKey }) => {
      const { change, reason, note } = body;
      const customer = BigInt(body.customer);
      const sent = { call: 'standing', book: customer, body, idempotencyKey };
      const { person } = operator;
      const changing = { customer, change, reason, note, person };
      const done = await actOnce({ pool, operator, now, sent }, changeStanding, changing);
      if (done.ok) sessions.doubt(customer);
      return done;
    },

    'POST credit': (body, { operator, idempotencyKey }) => {
      const { score, reason, note } = body;
      const customer = BigInt(body.customer);
      const sent = { call: 'credit', book: customer, body, idempotencyKey };
      return actOnce({ pool, operator, now, sent }, changeScore, { customer, score, reason, note });
    },
  };
}
