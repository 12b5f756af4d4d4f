/** Operators' commands on leverage: approve or reject a pending application, and switch leverage off. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Connection } from '../../db/pool.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { lockBook } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { decideVerdict } from './rules.ts';
import type { Verdict } from './rules.ts';
import { insertSwitchedOff, permissionOf, setLeverEnabled, settleApplication } from './store.ts';

export type LeverageVerdict = {
  readonly customer: bigint;
  /** The application that the operator saw. */
  readonly id: string | undefined;
  readonly verdict: Verdict;
};

/**
 * Decides on a customer's leverage. `openTrades` must also count resting orders, because they could open positions after leverage
 * was switched off.
 */
export function decideLeverage(
  openTrades: (connection: Connection, customer: bigint) => Promise<number>,
): OperatorCommand<
  LeverageVerdict,
  { readonly account: string },
  'user_not_found' | 'state_abnormal' | 'lever_trade_open' | 'parameter_missing' | 'case_changed'
> {
  return {
    roles: ['reviewer', 'admin'],
    decide: async (connection, { customer, id: seen, verdict }, nowMs) => {
      if (!(await lockBook(connection, customer))) return refuse('user_not_found');
      const standing = await permissionOf(connection, customer);
      if (standing === undefined) return refuse('user_not_found');
      const { newest, leverEnabled, account } = standing;
      const decided = decideVerdict(verdict, {
        newest,
        leverEnabled,
        openTrades: await openTrades(connection, customer),
      });
      if (!decided.ok) return decided;
      if (seen !== newest?.id.toString()) return refuse('case_changed');
      const next = decided.value;
      const { note } = verdict;
      return ok({
        answer: { account },
        entry: {
          action: `lever.${verdict.kind}`,
          subject: `customer:${customer}`,
          before: { state: newest?.status ?? 'none', lever_enabled: leverEnabled },
          after: { state: next.status, lever_enabled: next.leverEnabled },
          reason: next.reason === null ? note : note === undefined ? next.reason : `${next.reason}: ${note}`,
        },
        apply: async (at) => {
          if (newest !== undefined && (verdict.kind !== 'off' || newest.status === 'approved')) {
            const { book, id } = newest;
            await settleApplication(at, {
              book,
              id,
              status: next.status,
              reason: next.reason,
              decidedMs: nowMs,
            });
          } else if (next.reason !== null) {
            await insertSwitchedOff(at, { book: customer, reason: next.reason, decidedMs: nowMs });
          }
          if (next.leverEnabled !== leverEnabled) {
            await setLeverEnabled(at, { customer, enabled: next.leverEnabled });
          }
          await tellCustomer(at, { customer, kind: 'leverage_decided', nowMs });
        },
      });
    },
  };
}
