/** Handler of the operators' call that helps customers who are locked out of their account. */
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { actOnce } from '../../operators/act.ts';
import { resetFactor } from './operator-commands.ts';

export type SecurityConsoleDeps = {
  readonly pool: Pool;
  readonly failedAttempts: FailedAttempts;
  readonly now: () => number;
};

export function securityConsoleHandlers({
  pool,
  failedAttempts,
  now,
}: SecurityConsoleDeps): Pick<ConsoleHandlers, 'POST factor_reset'> {
  const reset = resetFactor(failedAttempts);
  return {
    'POST factor_reset': (body, { operator, idempotencyKey }) => {
      const { reason, note } = body;
      const customer = BigInt(body.customer);
      const sent = { call: 'factor_reset', book: customer, body, idempotencyKey };
      return actOnce({ pool, operator, now, sent }, reset, { customer, reason, note, by: operator });
    },
  };
}
