/** Candor's liquidation rule: at half the initial margin, after warnings. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { amount, ONE } from '../money/amount.ts';
import { mulDivDown } from '../money/rounding.ts';
import type { MarginedExposure } from './liquidation.ts';
import { liquidationPrice } from './liquidation.ts';

/** The equity at which a position is liquidated, as a fraction of its initial margin. */
export const CLOSE_OUT_SHARE: Amount = amount('0.5');
/** Fractions of the initial margin at which the customer is warned, highest first. */
export const WARNING_SHARES: readonly Amount[] = [amount('0.75'), amount('0.6')];

/** Returns the equity as a fraction of the initial margin, in 10⁻⁸, rounded down. A position is liquidated at 0.5. */
export function marginHealth(equity: Amount, initialMargin: Amount): Amount {
  return mulDivDown(equity, ONE, initialMargin);
}

/**
 * Returns the price at which the equity is `share` (a fraction in 10⁻⁸) of the initial margin: for a long, the highest price at
 * which the equity does not exceed that amount; for a short, the lowest. Null if a long cannot be liquidated.
 *
 * This is the general formula with m = 0 and d = −share × initial margin. The requirement is then the fixed amount −d, and the
 * condition is M − F ± q(p − e) ≤ share × initial margin. With the full initial margin I = q·e ÷ leverage, no financing and
 * a share of one half, the price is e × (1 ∓ 1 ÷ (2 × leverage)). The formula is exact, because it uses the equity before
 * rounding.
 */
export function closeOutPrice(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure & { readonly initialMargin: Amount },
  share: Amount = CLOSE_OUT_SHARE,
): Amount | null {
  return liquidationPrice(terms, position, { rate: 0n, deduction: -share * position.initialMargin });
}
