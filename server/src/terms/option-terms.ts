/**
 * The parameters of a symbol's options that are published in versions: the payout of each duration, and the limits of a stake.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { OPTION_TERMS } from '@candor/domain/trading/option.ts';
import type { OptionTerms } from '@candor/domain/trading/option.ts';
import type { TermsBody } from './usual-terms.ts';

/** The initial terms, which are the same for every symbol. */
export const usualOption: TermsBody = {
  ...Object.fromEntries(
    OPTION_TERMS.durations.map(({ seconds, payoutRatio }) => [
      `payout_${seconds}`,
      formatAmount(payoutRatio),
    ]),
  ),
  stake_min_usdt: formatAmount(OPTION_TERMS.stakeMinUsdt),
  stake_max_usdt: formatAmount(OPTION_TERMS.stakeMaxUsdt),
};

/** Returns the parameters in a version, for the durations that exist. */
export function optionTermsOf(body: TermsBody): OptionTerms {
  return {
    durations: OPTION_TERMS.durations.map(({ seconds }) => ({
      seconds,
      payoutRatio: amount(String(body[`payout_${seconds}`])),
    })),
    stakeMinUsdt: amount(String(body['stake_min_usdt'])),
    stakeMaxUsdt: amount(String(body['stake_max_usdt'])),
  };
}
