/** The price at which a position's margin is used up: the general formula of isolated margin on linear contracts. */
import type { ContractTerms } from '../market/instrument.ts';
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import { mulDivDown, mulDivUp } from '../money/rounding.ts';
import type { Exposure } from './contract.ts';
import { profitAt } from './contract.ts';

export type MarginedExposure = Exposure & {
  /** The frozen amount: the initial margin plus added margin, minus the margin released by partial closings. */
  readonly margin: Amount;
  /** Overnight financing that is charged and not settled yet; 0 or more. */
  readonly financing: Amount;
};

/** The minimum equity of a position at a price: `rate` times the notional at that price, minus `deduction`. */
export type Maintenance = {
  /** A fraction in 10⁻⁸, from 0 to less than 1. If a taker fee is included, the sum of maintenance rate and fee rate. */
  readonly rate: Amount;
  /**
   * In USDT of 10⁻¹⁶, so that a share of an odd margin stays exact. Negative for a requirement that does not depend on the
   * price.
   */
  readonly deduction: bigint;
};

/**
 * Returns the equity at a price: margin + pnl − financing, in USDT. The pnl is rounded down. Negative if the loss exceeds the
 * margin.
 */
export function equityAt(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure,
  price: Amount,
): Amount {
  return position.margin + profitAt(terms, position, price).pnl - position.financing;
}

/**
 * Returns the price at which equity meets the maintenance requirement; null if there is none.
 *
 * With q = quantity × contractSize × rate, entry e, margin M, financing F, maintenance rate m and deduction d, a position is
 * liquidated where M − F ± q(p − e) ≤ m·q·p − d. Solved for p:
 *
 * long   p ≤ (q·e − (M − F) − d) ÷ (q·(1 − m))        short  p ≥ (q·e + (M − F) + d) ÷ (q·(1 + m))
 *
 * This is the formula that exchanges publish for isolated margin on USDT contracts, including the brackets' deduction. Computed
 * in integers; the boundary is then rounded to the 10⁻⁸ price that still liquidates: down for a long, up for a short. For a
 * long, null is returned if the price is zero or less; for a short, the price is at least 10⁻⁸.
 */
export function liquidationPrice(
  terms: Pick<ContractTerms, 'contractSize'>,
  position: MarginedExposure,
  maintenance: Maintenance,
): Amount | null {
  const { side, quantity, entryPrice, rate, margin, financing } = position;
  if (maintenance.rate < 0n || maintenance.rate >= ONE)
    throw new Error(`expected a maintenance rate from 0 to below 1, found ${maintenance.rate}`);
  // Each unit of the price changes the equity by `size`, in units of 10⁻³² USDT. The unit of an amount is 10²⁴ of these, and
  // that of a deduction 10¹⁶.
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
