/** When a position's margin is used up: the general formula of isolated margin on linear contracts, and the house's rule. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { amount, ONE } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import type { Exposure } from './contract.ts';
import { profitAt } from './contract.ts';

/** A position with what stands behind it, in USDT. */
export type MarginedExposure = Exposure & {
  /** Frozen now: initial, plus added, less what part closes released. */
  readonly margin: Amount;
  /** Charged by the day and not settled yet; 0 or more. */
  readonly financing: Amount;
};

/** What a position must at least be worth at a price: `rate` of its notional there, less `deduction`. */
export type Maintenance = {
  /** Part of one in 10⁻⁸, from 0 to less than 1; where a taker fee counts besides, the sum of both. */
  readonly rate: Amount;
  /** USDT; negative for a fixed requirement that does not move with the price. */
  readonly deduction: Amount;
};

/** Equity at which a position is closed out, as a part of its initial margin. */
export const CLOSE_OUT_SHARE: Amount = amount('0.5');
/** Parts of the initial margin at which the customer is warned, in the order in which a falling equity meets them. */
export const WARNING_SHARES: readonly Amount[] = [amount('0.75'), amount('0.6')];

/** margin + pnl − financing at a price, in USDT; the pnl rounds down. Negative beyond the margin. */
export function equityAt(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure,
  price: Amount,
): Amount {
  return position.margin + profitAt(terms, position, price).pnl - position.financing;
}

/** Equity as a part of the initial margin in 10⁻⁸, rounded down: 0.5 is where close-out comes. */
export function marginHealth(equity: Amount, initialMargin: Amount): Amount {
  return mulDivDown(equity, ONE, initialMargin);
}

/**
 * The price at which equity meets the maintenance requirement, null where no price does.
 *
 * With q = quantity × contractSize × rate, entry e, margin M, financing F, maintenance rate m and deduction d, a position
 * is liquidated where M − F ± q(p − e) ≤ m·q·p − d. Solved for p:
 *
 *     long   p ≤ (q·e − (M − F) − d) ÷ (q·(1 − m))        short  p ≥ (q·e + (M − F) + d) ÷ (q·(1 + m))
 *
 * the formula that exchanges publish for isolated margin on USDT contracts, brackets' deduction included. Computed in
 * whole numbers; the boundary itself then rounds to the 10⁻⁸ price that still liquidates: down for a long, up for a short.
 * A long's at or below zero is null, since no price gets there; a short's is at least the smallest price.
 */
export function liquidationPrice(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure,
  maintenance: Maintenance,
): Amount | null {
  const { rate, deduction } = maintenance;
  return boundary(terms, position, { rate, deductionFine: deduction * ONE });
}

/**
 * The price at which equity is `share` (10⁻⁸ of one) of the initial margin: the greatest at which a long's equity is not
 * above it, the least of a short; null where a long cannot be closed out.
 *
 * It is the general formula with m = 0 and d = −share × initial margin: the requirement is then d negated, a fixed amount,
 * and M − F ± q(p − e) ≤ share × initial margin. With the full initial margin I = q·e ÷ leverage behind it, no financing
 * and a half as share, that is e × (1 ∓ 1 ÷ (2 × leverage)). Exact: equity enters before its rounding.
 */
export function closeOutPrice(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure & { readonly initialMargin: Amount },
  share: Amount = CLOSE_OUT_SHARE,
): Amount | null {
  return boundary(terms, position, { rate: 0n, deductionFine: -share * position.initialMargin });
}

/** `deductionFine` is USDT in 10⁻¹⁶, so that a share of an odd margin stays exact. */
function boundary(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure,
  required: { readonly rate: Amount; readonly deductionFine: bigint },
): Amount | null {
  const { side, quantity, entryPrice, rate, margin, financing } = position;
  if (required.rate < 0n || required.rate >= ONE)
    throw new Error(`maintenance rate ${required.rate} is not a part`);
  // Each unit of the boundary's price moves `size` of USDT in 10⁻³², of which an amount is 10²⁴ and a fine one 10¹⁶.
  const size = quantity * terms.contractSize * rate;
  const buffer = ((margin - financing) * ONE + required.deductionFine) * ONE ** 3n;
  const entry = size * entryPrice * ONE;
  if (side === 'long') {
    const price = mulDivDown(entry - buffer, 1n, size * (ONE - required.rate));
    return price > 0n ? price : null;
  }
  const price = mulDivUp(entry + buffer, 1n, size * (ONE + required.rate));
  return price > 0n ? price : 1n;
}
