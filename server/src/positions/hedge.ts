/**
 * Credit may never be one half of a hedge: with both sides of an instrument the customer risks nothing, and with credit on
 * one of them only the platform can lose.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { Facts } from '../commands/command.ts';
import { positions } from './tables.ts';
import type { PositionRow } from './tables.ts';

export type Wanted = Pick<PositionRow, 'side' | 'collateral'> & { readonly symbol: string };

/** Resting orders count too, so that none becomes the other side when it opens. */
export function hedgeViolation({ symbol, side, collateral }: Wanted, facts: Facts) {
  const hedged = facts
    .openRows(positions)
    .some(
      (other) =>
        other.symbol === symbol &&
        other.side !== side &&
        (collateral === 'promo' || other.collateral === 'promo'),
    );
  return hedged ? refuse('credit_hedged', { field: 'side', params: { symbol } }) : undefined;
}
