/** Both legs of a conversion before it is confirmed, each with price, value and fee. */
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { paidText, receivedText } from '../../../lib/shown-amounts.ts';
import { FactRow } from '../../../ui/fact-row.tsx';
import type { ConvertView } from './convert.ts';

function LegPlan({ leg, tickSize }: { readonly leg: SpotLeg; readonly tickSize: string }) {
  const t = useTranslations('convert');
  const format = useFormat();
  const paid = (value: bigint) => `${format.money(paidText(value))} ${leg.quote}`;
  const got = (value: bigint) => `${format.money(receivedText(value))} ${leg.quote}`;
  const coins = `${format.quantity(formatAmount(leg.quantity))} ${leg.base}`;
  return (
    <section className="border-b border-line py-1.5">
      <h2 className="text-sm font-semibold">{t(`leg.${leg.side}`, { coins })}</h2>
      <dl>
        <FactRow name={t('price')}>
          {format.price(formatAmount(leg.price), tickSize)} {leg.quote}
        </FactRow>
        <FactRow name={t('fee')}>{paid(leg.fee)}</FactRow>
        <FactRow name={t(`total.${leg.side}`)}>
          {leg.side === 'buy' ? paid(leg.total) : got(leg.total)}
        </FactRow>
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
            {format.money(receivedText(plan.change))} {plan.buy.quote}
          </FactRow>
        )}
        {worstAmount !== undefined && <FactRow name={t('least')}>{coins(worstAmount)}</FactRow>}
      </dl>
    </div>
  );
}
