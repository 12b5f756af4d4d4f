/** The figures shown before buying: the payout of a win, the profit in it, and the win rate needed to break even. */
import { useTranslations } from 'use-intl';
import { useOptionWords } from './option-words.ts';
import type { OptionView } from './option-draft.ts';

export function PayoutFigures({ view }: { readonly view: OptionView }) {
  const t = useTranslations('option');
  const words = useOptionWords();
  const { figures, currency, breakEven } = view;
  const money = (value: bigint | undefined) => (value === undefined ? '–' : words.money(value, currency));
  const parts = [
    { name: t('payout'), value: money(figures?.payout) },
    { name: t('profit'), value: money(figures?.profit) },
    { name: t('breakEven'), value: `${words.percentUp(breakEven)}%` },
  ];
  return (
    <dl className="grid grid-cols-3 gap-3 rounded-card bg-ground px-3 py-2.5">
      {parts.map(({ name, value }, at) => (
        <div key={name} className={`flex flex-col justify-between ${at === 2 ? 'text-right' : ''}`}>
          <dt className="text-xs text-balance text-soft">{name}</dt>
          <dd className="figures min-h-6 text-base font-semibold break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
