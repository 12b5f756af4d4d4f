/** The state of the strategy, which is the only source of the income. */
import { useTranslations } from 'use-intl';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import type { Published } from './use-fund.ts';

const FACTS = ['balance', 'reserved', 'capital', 'result_today', 'principal'] as const;

export function StrategyFacts({ published }: { readonly published: Published }) {
  const t = useTranslations('fund');
  return (
    <dl className="px-4 py-2">
      {FACTS.map((fact) => (
        <FactRow
          key={fact}
          // The names shrink, because the amounts are long and must not wrap.
          name={<span className="block max-w-40">{t(`strategy.${fact}`)}</span>}
        >
          <AmountText value={published[fact]} unit={published.currency} signed={fact === 'result_today'} />
        </FactRow>
      ))}
    </dl>
  );
}
