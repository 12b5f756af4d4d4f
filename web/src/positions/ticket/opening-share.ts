/** The shares of the largest possible quantity that the leveraged ticket offers. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { floorToStep } from '@candor/domain/money/rounding.ts';
import { contractQuantityForBudget } from '@candor/domain/trading/contract.ts';
import { worstPrice } from '../../lib/worst-price.ts';
import type { OpeningDraft, OpeningFacts } from './opening.ts';
import { chosenLeverage, typedOpening } from './opening.ts';

/**
 * Returns the largest quantity for which the collateral is sufficient: 0 if there is none, and undefined while balance, price or
 * rate is unknown. For a market order, the quantity allows for a price that rises before the order arrives, so that 100 % is
 * never refused.
 */
export function quantityCarried(draft: OpeningDraft, facts: OpeningFacts): Amount | undefined {
  const { terms, rate, available } = facts;
  const price = typedOpening(draft).limit ?? worstPrice('buy', facts.ask, terms.tickSize);
  if (available === undefined || rate === undefined || price <= 0n) return undefined;
  const budget = { amount: available[draft.collateral], price, rate, leverage: chosenLeverage(draft, terms) };
  const carried = contractQuantityForBudget(terms, budget);
  return carried < terms.contractMax ? carried : terms.contractMax;
}

/** Converts a percentage of the largest quantity to a quantity in whole steps; empty for zero. */
export function shareToQuantity(percent: number, carried: Amount, facts: OpeningFacts): string {
  const quantity = floorToStep((carried * BigInt(percent)) / 100n, facts.terms.contractStep);
  return quantity === 0n ? '' : formatAmount(quantity);
}
