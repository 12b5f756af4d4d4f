/** A feature's part in calls that cancel all of a customer's resting orders, whatever the product. */
import { ok } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Decision, Effects, Facts } from '../commands/command.ts';
import type { RowTable } from '../commands/table.ts';
import type { Exposures } from '../identity/own-limits.ts';

/**
 * The outcome for an order. It is cancelled, or its cancellation waits for the first price from now on, or the order is kept
 * because it is a market order that waits for its price and can't be cancelled.
 */
type TakenBack = { readonly id: string; readonly status: 'cancelled' | 'waiting' | 'kept' };
type CancelledAll = {
  readonly orders: readonly TakenBack[];
  readonly effects: Omit<Effects<never>, 'answer'>;
};

export type OpenOrdersPart = {
  readonly product: 'spot' | 'leveraged';
  readonly open: RowTable<never>;
  /** The exposure of the cancelled orders for self-imposed limits. */
  readonly exposures?: Exposures<never>;
  /**
   * Cancels every resting order. The stop-loss, take-profit and trailing stop of an open position are not orders, and stay. A
   * request by the customer is refused while triggers are far behind. If a rule that the customer set fires, the guards of the
   * database decide.
   */
  readonly cancelAll: (facts: Facts, by: { readonly isAsked: boolean }) => Outcome<CancelledAll, 'busy'>;
};

/** Builds a product's part from its cancellation of all orders. `open` contains all of its orders before that. */
export function cancelledAll(
  open: readonly { readonly id: bigint }[],
  decided: Decision<readonly { readonly id: string; readonly status: string }[], 'busy'>,
): Outcome<CancelledAll, 'busy'> {
  if (!decided.ok) return decided;
  const { answer, ...effects } = decided.value;
  const became = new Map(answer.map(({ id, status }) => [id, status]));
  const orders = open.map(({ id }): TakenBack => {
    const status = became.get(id.toString());
    if (status === undefined) return { id: id.toString(), status: 'kept' };
    return { id: id.toString(), status: status === 'cancelled' ? 'cancelled' : 'waiting' };
  });
  return ok({ orders, effects });
}
