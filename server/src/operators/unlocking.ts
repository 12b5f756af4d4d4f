/** Unlocks an operator who was locked out by failed attempts at their password and code. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { FailedAttempts } from '../identity/secrets/failed-attempts.ts';
import { lockHouse } from './act.ts';
import type { OperatorCommand } from './act.ts';
import { operatorSubject } from './operators.ts';

export type Unlocking = { readonly account: string; readonly note: string | undefined };

/** This is executed by an admin who is logged in, so never by the operator who is locked out. */
export function unlockOperator(
  failedAttempts: FailedAttempts,
): OperatorCommand<Unlocking, { readonly account: string }, 'user_not_found'> {
  return {
    roles: ['admin'],
    decide: async (connection, { account: named, note }) => {
      await lockHouse(connection);
      const account = named.trim().toLowerCase();
      const found = await connection.query('select 1 from operator o where o.account = $1', [account]);
      if (found.rowCount !== 1) return refuse('user_not_found');
      return ok({
        answer: { account },
        entry: {
          action: 'operator.unlock',
          subject: `operator:${account}`,
          before: {},
          after: {},
          reason: note,
        },
        apply: async (at) => {
          await failedAttempts.reset(operatorSubject(account), 'password', at);
          await failedAttempts.reset(operatorSubject(account), 'second_factor', at);
        },
      });
    },
  };
}
