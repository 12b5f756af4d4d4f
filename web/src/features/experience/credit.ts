/** The conditions for converting a customer's credit, and the progress of its turnover. Pure. */
import { amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Credit = CallOutput<'GET wallet/experience'>;

/** Returns the percentage of the required turnover that has been reached, rounded down, at most 100. */
export function turnoverPercent({ turnover, turnover_needed }: Credit): number {
  const needed = amount(turnover_needed);
  if (needed === 0n) return 0;
  const percent = (amount(turnover) * 100n) / needed;
  return percent > 100n ? 100 : globalThis.Number(percent);
}

/** Returns the first reason, in the order of the server's checks, that prevents the conversion, or undefined if there is none. */
export function whyNotConvert(
  credit: Credit,
  atStake: string,
): 'nothing' | 'turnover' | 'stake' | 'fees' | undefined {
  const staked = amount(atStake);
  const left = amount(credit.amount) + staked;
  if (left === 0n) return 'nothing';
  const isTurnedOver = amount(credit.turnover) >= amount(credit.turnover_needed);
  if (!isTurnedOver && left <= amount(credit.granted)) return 'turnover';
  if (staked > 0n) return 'stake';
  return amount(credit.convertible) === 0n ? 'fees' : undefined;
}
