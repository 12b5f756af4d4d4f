/**
 * Refuses credit for one half of a hedge. A customer who holds both sides of an instrument risks no money, and if one side is
 * on credit, only the platform can lose.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { Facts } from '../commands/command.ts';
import { positions } from './tables.ts';
import type { PositionRow } from './tables.ts';

export type Wanted = Pick<PositionRow, 'side' | 'collateral'> & { readonly symbol: string };

/** Resting orders are included, so that none of them becomes the other side when it opens. */
export function hedgeViolation({ symbol, side, collateral }: Wanted, facts: Facts) {
  const hedged = facts
    .openRows(positions)
    .some(
      (other) =>
        other.reduces === null &&
        other.symbol === symbol &&
        other.side !== side &&
        (collateral === 'promo' || other.collateral === 'promo'),
    );
  return hedged ? refuse('credit_hedged', { field: 'side', params: { symbol } }) : undefined;
}
