/** What operators do for who is shut out of their own account: forgive the misses, or take lost factors away as well. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { factorResetReasons } from '@candor/protocol/console/customers.ts';
import type { Guesses } from '../../identity/secrets/guesses.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { foldName } from '../../identity/names.ts';
import { noteEvent } from '../../identity/security-events.ts';
import { lockBook } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { resetFactors } from './factors.ts';
import { noteChanged, safetyOf } from './store.ts';

/**
 * Why. Misses: too many were guessed wrong, and the factors stay. Lost: authenticator, passkeys and recovery codes are gone,
 * and who the customer is was proven in another way, which the note says.
 */
export type FactorResetReason = (typeof factorResetReasons)[number];

export type FactorReset = {
  readonly customer: bigint;
  readonly reason: FactorResetReason;
  readonly note: string | undefined;
};

/** Withdrawals wait for 24 hours where factors are taken away, and the customer is told. */
export function resetFactor(
  guesses: Guesses,
): OperatorCommand<
  FactorReset,
  { readonly account: string; readonly removed: boolean },
  'user_not_found' | 'state_abnormal'
> {
  return {
    roles: ['reviewer', 'admin'],
    decide: async (connection, { customer, reason, note }, nowMs) => {
      if (!(await lockBook(connection, customer))) return refuse('user_not_found');
      const { account, email, phone, totpEnabled, passkeys } = await safetyOf(connection, customer);
      const removed = reason === 'lost';
      if (removed && !totpEnabled && passkeys === 0) return refuse('state_abnormal');
      const before = { authenticator: totpEnabled, passkeys };
      return ok({
        answer: { account, removed },
        entry: {
          action: 'factor.reset',
          subject: `customer:${customer}`,
          before,
          after: removed ? { authenticator: false, passkeys: 0 } : before,
          reason: note === undefined ? reason : `${reason}: ${note}`,
        },
        apply: async (at) => {
          const subject = `customer:${customer}`;
          await guesses.reset(subject, 'second_factor', at);
          await guesses.reset(subject, 'recovery_code', at);
          for (const address of [email, phone]) {
            if (address !== null) await guesses.reset(`mail:${foldName(address)}`, 'mailed_code', at);
          }
          await noteEvent(at, { customer, kind: 'factor_reset', nowMs, agent: '', address: '' });
          if (!removed) return;
          await resetFactors(at, customer);
          await noteChanged(at, { customer, nowMs });
          await tellCustomer(at, { customer, kind: 'factor_changed', nowMs });
        },
      });
    },
  };
}
