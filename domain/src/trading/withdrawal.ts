/** What a withdrawal costs: the same function shows it beforehand and charges it. */
import type { Amount } from '../money/amount.ts';
import { feeOn, floorToStep } from '../money/rounding.ts';

/** The smallest part that travels on every network, where it is more than ours: USDT has six places. */
const SMALLEST: Readonly<Record<string, Amount>> = { USDT: 100n };

export type WithdrawalCost = {
  /** Taken out of the amount, up: with it what the network could not carry of the rest. */
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
