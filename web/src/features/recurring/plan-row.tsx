/** A plan in the list: its purchase and schedule, its state, and its purchases so far. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { recurringPlanLink } from './links.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { useScheduleWords } from './schedule-words.ts';
import { coinOf, planSchedule } from './use-plans.ts';
import type { Plan } from './use-plans.ts';

export function PlanRow({ plan }: { readonly plan: Plan }) {
  const t = useTranslations('recurring');
  const format = useFormat();
  const words = useScheduleWords();
  const coin = coinOf(plan);
  const next =
    plan.next_at === null ? (
      <Badge tone="warning">{t('paused')}</Badge>
    ) : (
      t('nextAt', { time: format.moment(plan.next_at) })
    );
  return (
    <ListRow
      wrap
      start={<CoinMark of={coin} size={36} />}
      title={t('amountOf', { amount: format.quantity(plan.amount), coin })}
      subtitle={
        <>
          <span className="block first-letter:uppercase">{words.when(planSchedule(plan))}</span>
          <span className="block">{next}</span>
        </>
      }
      end={<AmountText value={plan.bought.quantity} decimals={6} minDecimals={0} unit={coin} private />}
      href={recurringPlanLink(plan.id)}
    />
  );
}
