/** Settles a payment that a treasurer or the provider has reported. One payment never settles two withdrawals. */
import type { Pool } from '../../db/pool.ts';
import type { Actor } from '../../operators/operators.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import { readReference } from '../../payments/reference.ts';
import { settleWithdrawal } from './commands.ts';
import type { Settlement } from './settling.ts';
import { isReferencePaid, paidTwiceViolation } from './store.ts';
import type { WithdrawalRow } from './tables.ts';

/** Returns a transaction id in the canonical form of its chain, or undefined if the id is malformed. */
export function paidReference(network: WithdrawalRow['network'], typed: string): string | undefined {
  const read = readReference(network, typed);
  if (read === undefined) return undefined;
  return network === 'ethereum' || network === 'arbitrum' ? `0x${read.key}` : read.key;
}

export async function settle(
  { pool, submitAct }: { readonly pool: Pool; readonly submitAct: SubmitAct },
  asked: {
    readonly settlement: Omit<Settlement, 'isReferenceUsed'>;
    readonly row: WithdrawalRow;
    readonly body: unknown;
    readonly context: { readonly operator: Actor; readonly idempotencyKey: string | undefined };
  },
) {
  const { settlement, row, body, context } = asked;
  const { outcome } = settlement;
  const { book, network } = row;
  const isReferenceUsed =
    outcome.kind === 'paid' && (await isReferencePaid(pool, { network, reference: outcome.reference }));
  const input = { ...settlement, isReferenceUsed };
  try {
    return await submitAct({ command: settleWithdrawal, input, book, body, context });
  } catch (error) {
    // Another settlement with the same reference may have committed first.
    const violation = paidTwiceViolation(error);
    if (violation === undefined) throw error;
    return violation;
  }
}
