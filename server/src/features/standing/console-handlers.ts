/** The calls of operators about a customer's standing and credit score. */
import { ok } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { act } from '../../operators/act.ts';
import { changeScore, changeStanding } from './operator-commands.ts';

export type StandingConsoleDeps = { readonly pool: Pool; readonly now: () => number };

export function standingConsoleHandlers({
  pool,
  now,
}: StandingConsoleDeps): Pick<ConsoleHandlers, 'POST standing' | 'POST credit'> {
  return {
    'POST standing': async ({ customer, change, reason, note }, { operator }) => {
      const input = { customer: BigInt(customer), change, reason, note };
      const changed = await act({ pool, operator, now }, changeStanding, input);
      return changed.ok ? ok({}) : changed;
    },

    'POST credit': async ({ customer, score, reason, note }, { operator }) => {
      const input = { customer: BigInt(customer), score, reason, note };
      const changed = await act({ pool, operator, now }, changeScore, input);
      return changed.ok ? ok({}) : changed;
    },
  };
}
