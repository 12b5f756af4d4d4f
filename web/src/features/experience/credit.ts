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
