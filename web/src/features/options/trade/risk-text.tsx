/** The explanation of the payout's long-run effect, shown where tickets are bought without a confirmation. */
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OptionTerms } from './option-draft.ts';
import { useOptionWords } from './option-words.ts';

export function RiskText({ terms }: { readonly terms: OptionTerms }) {
  const t = useTranslations('option');
  const words = useOptionWords();
  return (
    <p className="flex gap-2.5 rounded-card bg-warning-wash px-3 py-2.5 text-sm text-warning">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        {t('risk', {
          payout: words.percent(terms.payoutRatio),
          wins: words.percentUp(terms.breakEven),
          cost: words.percent(terms.evenOddsCost),
        })}
      </span>
    </p>
  );
}
