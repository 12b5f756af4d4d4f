/** The state of the strategy: what pays the income, and that nothing else does. */
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
          // The amounts are long and must not wrap, so the names shrink.
          name={<span className="block max-w-40">{t(`strategy.${fact}`)}</span>}
        >
          <AmountText value={published[fact]} unit={published.currency} signed={fact === 'result_today'} />
        </FactRow>
      ))}
    </dl>
  );
}
