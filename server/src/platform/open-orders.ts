/** A feature's part in calls that cancel all of a customer's resting orders, whatever the product. */
import { ok } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Decision, Effects, Facts } from '../commands/command.ts';
import type { RowTable } from '../commands/table.ts';
import type { Exposures } from '../identity/own-limits.ts';

/**
 * The outcome for an order: it is cancelled, its cancellation waits for the first price from now on, or it is kept because it
 * waits for its own price at market and can't be cancelled.
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
   * Cancels every resting order. Stop-loss, take-profit and trailing stop of an open position are no orders, and stay. If the
   * customer asks, it is refused while triggers are far behind; if a rule that they set fires, the guards of the database
   * decide.
   */
  readonly cancelAll: (facts: Facts, by: { readonly isAsked: boolean }) => Outcome<CancelledAll, 'busy'>;
};

/** Turns a product's cancellation of all orders into its part; `open` has all of its orders, before. */
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
