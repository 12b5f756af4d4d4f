/** The fee of a withdrawal, computed by the same function for display and for charging. */
import type { Amount } from '../money/amount.ts';
import { feeOn, floorToStep } from '../money/rounding.ts';

/** The smallest amount that every network can transfer, for currencies with fewer than eight decimals. */
const SMALLEST: Readonly<Record<string, Amount>> = { USDT: 100n };

export type WithdrawalCost = {
  /**
   * Returns the fee, which is deducted from the amount and rounded up. The fee includes the remainder that the network cannot
   * transfer.
   */
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
