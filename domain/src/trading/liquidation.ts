/** When a position's margin is used up: the general formula of isolated margin on linear contracts. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
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
  /** USDT in 10⁻¹⁶, so that a share of an odd margin stays exact; negative for a requirement that does not move with the price. */
  readonly deduction: bigint;
};

/** margin + pnl − financing at a price, in USDT; the pnl rounds down. Negative beyond the margin. */
export function equityAt(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure,
  price: Amount,
): Amount {
  return position.margin + profitAt(terms, position, price).pnl - position.financing;
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
  const { side, quantity, entryPrice, rate, margin, financing } = position;
  if (maintenance.rate < 0n || maintenance.rate >= ONE)
    throw new Error(`maintenance rate ${maintenance.rate} is not a part`);
  // Each unit of the boundary's price moves `size` of USDT in 10⁻³², of which an amount is 10²⁴ and a deduction's unit 10¹⁶.
  const size = quantity * terms.contractSize * rate;
  const buffer = ((margin - financing) * ONE + maintenance.deduction) * ONE ** 3n;
  const entry = size * entryPrice * ONE;
  if (side === 'long') {
    const price = mulDivDown(entry - buffer, 1n, size * (ONE - maintenance.rate));
    return price > 0n ? price : null;
  }
  const price = mulDivUp(entry + buffer, 1n, size * (ONE + maintenance.rate));
  return price > 0n ? price : 1n;
}
