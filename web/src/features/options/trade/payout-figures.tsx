/** The figures shown before buying: the payout of a win, the profit in it, and the win rate needed to break even. */
import { useTranslations } from 'use-intl';
import type { CostFigure } from '../../../parts/cost-line.tsx';
import { CostFigures } from '../../../parts/cost-line.tsx';
import { useOptionWords } from './option-words.ts';
import type { OptionView } from './option-draft.ts';

export function usePayoutFigures({ figures, currency, breakEven }: OptionView): readonly CostFigure[] {
  const t = useTranslations('option');
  const words = useOptionWords();
  const money = (value: bigint | undefined) => (value === undefined ? '–' : words.money(value, currency));
  return [
    { name: t('payout'), value: money(figures?.payout) },
    { name: t('profit'), value: money(figures?.profit) },
    { name: t('breakEven'), value: `${words.percentUp(breakEven)}%` },
  ];
}

/** All figures fit into the line, so it has nothing to unfold. */
export function PayoutFigures({ figures }: { readonly figures: readonly CostFigure[] }) {
  return (
    <div className="flex rounded-card bg-ground px-3 py-2.5">
      <CostFigures figures={figures} />
    </div>
  );
}
