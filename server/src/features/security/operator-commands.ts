/**
 * Operators' help for customers who are locked out of their account: clearing failed attempts, or removing lost factors as well.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { factorResetReasons } from '@candor/protocol/security/console.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import type { Connection } from '../../db/pool.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { foldName } from '../../identity/names.ts';
import { noteEvent } from '../../identity/security-events.ts';
import { lockBook } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { resetFactors } from './factors.ts';
import { noteChanged, safetyOf } from './store.ts';

/**
 * The reason for the reset. `misses`: too many failed attempts; the factors are kept. `lost`: the authenticator, passkeys and
 * recovery codes are gone. The customer then proved their identity in another way, which the note describes.
 */
export type FactorResetReason = (typeof factorResetReasons)[number];

export type FactorReset = {
  readonly customer: bigint;
  readonly reason: FactorResetReason;
  readonly note: string | undefined;
  readonly by: { readonly account: string; readonly person: string };
};

/**
 * Resets a customer's factors. If factors are removed, withdrawals are held for 24 hours and the customer is notified. The
 * removal needs two operators: the first approval removes nothing, and is valid for a day.
 */
export function resetFactor(
  failedAttempts: FailedAttempts,
): OperatorCommand<
  FactorReset,
  { readonly account: string; readonly removed: boolean; readonly waits: boolean },
  'user_not_found' | 'state_abnormal' | 'second_person_needed'
> {
  return {
    roles: ['reviewer', 'admin'],
    decide: async (connection, { customer, reason, note, by }, nowMs) => {
      if (!(await lockBook(connection, customer))) return refuse('user_not_found');
      const { account, email, phone, totpEnabled, passkeys } = await safetyOf(connection, customer);
      const removed = reason === 'lost';
      if (removed && !totpEnabled && passkeys === 0) return refuse('state_abnormal');
      const before = { authenticator: totpEnabled, passkeys };
      const said = note === undefined ? reason : `${reason}: ${note}`;
      if (removed) {
        const first = await firstWordOn(connection, customer);
        if (first === by.person) return refuse('second_person_needed');
        if (first === undefined) return ok(firstWord({ account, customer, before, said, by }));
      }
      return ok({
        answer: { account, removed, waits: false },
        entry: {
          action: 'factor.reset',
          subject: `customer:${customer}`,
          before,
          after: removed ? { authenticator: false, passkeys: 0 } : before,
          reason: said,
        },
        apply: async (at) => {
          const subject = `customer:${customer}`;
          await failedAttempts.reset(subject, 'second_factor', at);
          await failedAttempts.reset(subject, 'recovery_code', at);
          for (const address of [email, phone]) {
            if (address !== null) await failedAttempts.reset(`mail:${foldName(address)}`, 'mailed_code', at);
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

type FirstWord = {
  readonly account: string;
  readonly customer: bigint;
  readonly before: { readonly authenticator: boolean; readonly passkeys: number };
  readonly said: string;
  readonly by: FactorReset['by'];
};

/** Records the first approval. A second operator must then verify the customer independently. */
function firstWord({ account, customer, before, said, by }: FirstWord) {
  return {
    answer: { account, removed: false, waits: true },
    entry: {
      action: 'factor.reset_first',
      subject: `customer:${customer}`,
      before,
      after: before,
      reason: said,
    },
    apply: async (at: Connection) => {
      await at.query(
        'insert into factor_reset_first (customer, said_by, person, said_at) values ($1, $2, $3, house_clock())',
        [customer, by.account, by.person],
      );
    },
  };
}

/** Returns the person whose first approval is currently valid. */
async function firstWordOn(connection: Connection, customer: bigint): Promise<string | undefined> {
  const found = await connection.query<{ person: string | null }>('select factor_first_word($1) as person', [
    customer,
  ]);
  return found.rows[0]?.person ?? undefined;
}
