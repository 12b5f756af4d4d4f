/** What a customer's credit allows now, and how far its turnover is. Pure. */
import { amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Credit = CallOutput<'GET wallet/experience'>;

/** Hundredths of the turnover that converts it, rounded down; all of it at most. */
export function turnoverPercent({ turnover, turnover_needed }: Credit): number {
  const needed = amount(turnover_needed);
  if (needed === 0n) return 0;
  const percent = (amount(turnover) * 100n) / needed;
  return percent > 100n ? 100 : globalThis.Number(percent);
}

/** Why it cannot be converted now, in the order in which the server looks at it; undefined when it can. */
export function whyNotConvert(credit: Credit, atStake: string): 'nothing' | 'turnover' | 'stake' | undefined {
  const staked = amount(atStake);
  if (amount(credit.amount) + staked === 0n) return 'nothing';
  if (amount(credit.turnover) < amount(credit.turnover_needed)) return 'turnover';
  return staked > 0n ? 'stake' : undefined;
}
