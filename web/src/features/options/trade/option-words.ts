/** The texts of the options ticket: durations, money, rates and problems. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { useRefusalWords } from '../../../lib/refusal-words.ts';
import { useReopening } from '../../../live/closed-badge.tsx';
import type { Quotation } from '../../../live/quotes.ts';
import type { OptionField, OptionProblem } from './option-draft.ts';
import type { OptionCurrency } from './stake.ts';
import { stakeDecimals, unitOf } from './stake.ts';

/** A tenth of a per cent as a fraction. */
const tenth: Amount = 100_000n;

export type OptionWords = {
  /** Such as "30 s", for tight spaces. */
  readonly duration: (seconds: number) => string;
  /** Such as "30 seconds", within a sentence. */
  readonly wholeDuration: (seconds: number) => string;
  /** "25.00 USDT", with all significant decimals and two at least; fewer only if the currency has fewer. */
  readonly money: (value: Amount, currency: OptionCurrency) => string;
  /** Like `money`, but without the currency, and optionally with a plus sign for positive values. */
  readonly figure: (value: Amount, currency: OptionCurrency, signed?: boolean) => string;
  /** Converts a fraction to per cent: 0.82 becomes "82". */
  readonly percent: (rate: Amount) => string;
  /** Like `percent`, but rounded up to a tenth, so that a required rate is never understated. */
  readonly percentUp: (rate: Amount) => string;
};

export function useOptionWords(): OptionWords {
  const t = useTranslations('option');
  const format = useFormat();
  const figure = (value: Amount, currency: OptionCurrency, signed = false) =>
    format.decimal(formatAmount(value), { min: Math.min(2, stakeDecimals(currency)), max: 8, signed });
  const percent = (rate: Amount, min: number, max: number) =>
    format.decimal(formatAmount(rate * 100n), { min, max });
  return {
    duration: (seconds) =>
      seconds % 60 === 0 ? t('minutes', { minutes: seconds / 60 }) : t('seconds', { seconds }),
    wholeDuration: (seconds) =>
      seconds % 60 === 0 ? t('whole.minutes', { minutes: seconds / 60 }) : t('whole.seconds', { seconds }),
    figure,
    money: (value, currency) => `${figure(value, currency)} ${unitOf(currency)}`,
    percent: (rate) => percent(rate, 0, 2),
    percentUp: (rate) => percent(((rate + tenth - 1n) / tenth) * tenth, 1, 1),
  };
}

/** Returns the text of the problem: undefined if there is none, empty while the texts are loading. */
function useSentence(found: OptionProblem | undefined): string | undefined {
  const t = useTranslations('option');
  const own = found?.code === 'stake_missing';
  const code = found === undefined || found.code === 'stake_missing' ? undefined : found.code;
  const words = useRefusalWords(code, found?.params);
  return own ? t('problem.stake_missing') : words;
}

export type ProblemWords = {
  readonly errorAt: (field: OptionField) => string | undefined;
  readonly reason: string | undefined;
  /** A refusal from the server that concerns no field. */
  readonly notice: string | undefined;
};

export function useProblemWords(
  row: Quotation,
  found: OptionProblem | undefined,
  refused: OptionProblem | undefined,
): ProblemWords {
  const t = useTranslations('option');
  const spot = useTranslations('spot');
  const wait = useReopening(row)?.inWords;
  const problem = found ?? refused;
  const sentence = useSentence(problem);
  const isMissing = problem?.code === 'stake_missing';
  const reasonOf = ({ code, field }: OptionProblem) => {
    if (code === 'market_closed' && wait !== undefined) return spot('closedFor', { wait });
    return field === undefined || code === 'stake_missing' ? sentence : t(`check.${field}`);
  };
  return {
    errorAt: (field) => (problem?.field === field && !isMissing ? sentence : undefined),
    reason: found === undefined ? undefined : reasonOf(found),
    notice: found === undefined && refused?.field === undefined ? sentence : undefined,
  };
}
