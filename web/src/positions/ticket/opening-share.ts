/** The percent slider: converts a share of what the collateral can carry to a quantity, and a quantity to a share. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { floorToStep } from '@candor/domain/money/rounding.ts';
import { contractQuantityForBudget } from '@candor/domain/trading/contract.ts';
import { worstPrice } from '../../lib/worst-price.ts';
import type { OpeningDraft, OpeningFacts } from './opening.ts';
import { chosenLeverage, typedOpening } from './opening.ts';

/**
 * The largest quantity that the collateral can carry, 0 if none; undefined while balance, price or rate is unknown. For a
 * market order it leaves room for the price to rise until the order arrives, so that 100 % is not too much.
 */
export function quantityCarried(draft: OpeningDraft, facts: OpeningFacts): Amount | undefined {
  const { terms, rate, available } = facts;
  const price = typedOpening(draft).limit ?? worstPrice('buy', facts.ask, terms.tickSize);
  if (available === undefined || rate === undefined || price <= 0n) return undefined;
  const budget = { amount: available[draft.collateral], price, rate, leverage: chosenLeverage(draft, terms) };
  const carried = contractQuantityForBudget(terms, budget);
  return carried < terms.contractMax ? carried : terms.contractMax;
}

/** The quantity for a percentage of what can be carried, in whole steps; empty for none. */
export function shareToQuantity(percent: number, carried: Amount, facts: OpeningFacts): string {
  const quantity = floorToStep((carried * BigInt(percent)) / 100n, facts.terms.contractStep);
  return quantity === 0n ? '' : formatAmount(quantity);
}

/** A quantity as a share of what can be carried, 0 to 100. */
export function quantityToShare(quantity: Amount | undefined, carried: Amount | undefined): number {
  if (quantity === undefined || carried === undefined || carried === 0n) return 0;
  const percent = (quantity * 100n + carried / 2n) / carried;
  return percent > 100n ? 100 : globalThis.Number(percent);
}
