/** The call of operators for who is shut out of their own account. */
import { ok } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import type { Guesses } from '../../identity/secrets/guesses.ts';
import { act } from '../../operators/act.ts';
import { resetFactor } from './operator-commands.ts';

export type SecurityConsoleDeps = {
  readonly pool: Pool;
  readonly guesses: Guesses;
  readonly now: () => number;
};

export function securityConsoleHandlers({
  pool,
  guesses,
  now,
}: SecurityConsoleDeps): Pick<ConsoleHandlers, 'POST factor_reset'> {
  const reset = resetFactor(guesses);
  return {
    'POST factor_reset': async ({ customer, reason, note }, { operator }) => {
      const done = await act({ pool, operator, now }, reset, { customer: BigInt(customer), reason, note });
      return done.ok ? ok({}) : done;
    },
  };
}
