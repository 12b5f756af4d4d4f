/** Both legs of a conversion before it is confirmed, each with price, value and fee. */
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { FactRow } from '../../../ui/fact-row.tsx';
import type { ConvertView } from './convert.ts';

function LegPlan({ leg, tickSize }: { readonly leg: SpotLeg; readonly tickSize: string }) {
  const t = useTranslations('convert');
  const format = useFormat();
  const money = (value: bigint) => `${format.decimal(formatAmount(value), { min: 2, max: 8 })} ${leg.quote}`;
  const coins = `${format.quantity(formatAmount(leg.quantity))} ${leg.base}`;
  return (
    <section className="border-b border-line py-1.5">
      <h2 className="text-sm font-semibold">{t(`leg.${leg.side}`, { coins })}</h2>
      <dl>
        <FactRow name={t('price')}>
          {format.price(formatAmount(leg.price), tickSize)} {leg.quote}
        </FactRow>
        <FactRow name={t('fee')}>{money(leg.fee)}</FactRow>
        <FactRow name={t(`total.${leg.side}`)}>{money(leg.total)}</FactRow>
      </dl>
    </section>
  );
}

export type PlanFactsProps = {
  readonly view: ConvertView;
  readonly tickSizes: { readonly from: string; readonly to: string };
};

export function PlanFacts({ view, tickSizes }: PlanFactsProps) {
  const t = useTranslations('convert');
  const format = useFormat();
  const { plan, worstAmount } = view;
  if (plan === undefined) return null;
  const coins = (value: bigint) => `${format.quantity(formatAmount(value))} ${plan.buy.base}`;
  return (
    <div className="rounded-card bg-ground px-3 py-1">
      <LegPlan leg={plan.sell} tickSize={tickSizes.from} />
      <LegPlan leg={plan.buy} tickSize={tickSizes.to} />
      <dl className="py-1">
        <FactRow name={t('get')} strong>
          {coins(plan.buy.quantity)}
        </FactRow>
        {plan.change > 0n && (
          <FactRow name={t('change')}>
            {format.decimal(formatAmount(plan.change), { min: 2, max: 8 })} {plan.buy.quote}
          </FactRow>
        )}
        {worstAmount !== undefined && <FactRow name={t('least')}>{coins(worstAmount)}</FactRow>}
      </dl>
    </div>
  );
}
