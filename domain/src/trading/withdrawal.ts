/** The cost of a withdrawal. The same function shows it beforehand and charges it. */
import type { Amount } from '../money/amount.ts';
import { feeOn, floorToStep } from '../money/rounding.ts';

/** The smallest amount that every network can transfer, if it is more than one unit: USDT has six decimals. */
const SMALLEST: Readonly<Record<string, Amount>> = { USDT: 100n };

export type WithdrawalCost = {
  /** The fee, deducted from the amount and rounded up. It includes the remainder that the network could not transfer. */
  readonly fee: Amount;
  readonly arrives: Amount;
};

export function withdrawalCost(of: {
  readonly currency: string;
  readonly amount: Amount;
  readonly feeRate: Amount;
}): WithdrawalCost {
  const rest = of.amount - feeOn(of.amount, of.feeRate);
  const arrives = floorToStep(rest, SMALLEST[of.currency] ?? 1n);
  return { fee: of.amount - arrives, arrives };
}
