/** The price at which a position's margin is used up: the general formula of isolated margin on linear contracts. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import type { Exposure } from './contract.ts';
import { profitAt } from './contract.ts';

/** A position with its margin and financing, in USDT. */
export type MarginedExposure = Exposure & {
  /** The amount frozen now: the initial margin plus added margin, less what partial closes released. */
  readonly margin: Amount;
  /** Financing charged daily and not settled yet; 0 or more. */
  readonly financing: Amount;
};

/** The minimum equity of a position at a price: `rate` of its notional at that price, less `deduction`. */
export type Maintenance = {
  /** A fraction in 10⁻⁸, from 0 to less than 1. If a taker fee counts too, it is the sum of both. */
  readonly rate: Amount;
  /**
   * In USDT of 10⁻¹⁶, so that a share of an odd margin stays exact. Negative for a requirement that does not depend on the
   * price.
   */
  readonly deduction: bigint;
};

/** margin + pnl − financing at a price, in USDT. The pnl is rounded down. Negative if the loss exceeds the margin. */
export function equityAt(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure,
  price: Amount,
): Amount {
  return position.margin + profitAt(terms, position, price).pnl - position.financing;
}

/**
 * The price at which equity meets the maintenance requirement; null if there is none.
 *
 * With q = quantity × contractSize × rate, entry e, margin M, financing F, maintenance rate m and deduction d, a position is
 * liquidated where M − F ± q(p − e) ≤ m·q·p − d. Solved for p:
 *
 * long   p ≤ (q·e − (M − F) − d) ÷ (q·(1 − m))        short  p ≥ (q·e + (M − F) + d) ÷ (q·(1 + m))
 *
 * This is the formula that exchanges publish for isolated margin on USDT contracts, including the brackets' deduction. Computed
 * in integers; the boundary is then rounded to the 10⁻⁸ price that still liquidates: down for a long, up for a short. A long's
 * price at or below zero is null, since no price gets there; a short's is at least the smallest price.
 */
export function liquidationPrice(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure,
  maintenance: Maintenance,
): Amount | null {
  const { side, quantity, entryPrice, rate, margin, financing } = position;
  if (maintenance.rate < 0n || maintenance.rate >= ONE)
    throw new Error(`expected a maintenance rate from 0 to below 1, found ${maintenance.rate}`);
  // Each unit of the price changes the equity by `size`, in USDT of 10⁻³². An amount's unit is 10²⁴ of these, and a deduction's
  // unit is 10¹⁶.
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
