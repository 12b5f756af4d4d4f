/** The texts of the findings of a verification. */
import type { Finding } from '@candor/verifier/findings.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';

const outcomes = ['open', 'won', 'lost', 'tied', 'void'] as const;

/** Returns the text of a finding, with outcomes named as in the list of tickets and moments as times of day. */
export function useFindingText(): (finding: Finding) => string {
  const t = useTranslations('proof');
  const status = useTranslations('tickets');
  const { exactTime } = useFormat();
  const spoken = (text: string): string => {
    const known = outcomes.find((one) => one === text);
    return known === undefined ? text : status(`status.${known}`);
  };
  const moment = (ms: string): string => exactTime(Number(ms));
  return ({ code, seq, params }) => {
    const figures =
      code === 'outcome_differs'
        ? spokenOf(params, spoken)
        : isOfReceipt(code) ||
            code === 'filled_after_cancel' ||
            code === 'filled_late_after_cancel' ||
            code === 'filled_after_expiry' ||
            code === 'closed_after_change'
          ? spokenOf(params, moment)
          : params;
    return t(`finding.${code}`, { ...figures, seq: String(seq ?? '') });
  };
}

function isOfReceipt(code: Finding['code']): boolean {
  return (
    code === 'receipt_invalid' ||
    code === 'receipt_unlogged' ||
    code === 'receipt_withheld' ||
    code === 'receipt_backdated' ||
    code === 'receipt_delayed'
  );
}

function spokenOf(
  params: Finding['params'],
  spoken: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, spoken(text)]));
}
