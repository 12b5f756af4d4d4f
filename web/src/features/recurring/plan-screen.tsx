/** One recurring buy: its state, its results, its actions and its history. */
import { CalendarX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { recurringLink } from './links.ts';
import { useParam } from '../../lib/location.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Button } from '../../ui/button.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { History } from './history.tsx';
import { PlanActs } from './plan-acts.tsx';
import { useScheduleWords } from './schedule-words.ts';
import { coinOf, planSchedule, usePlans } from './use-plans.ts';
import type { Plan } from './use-plans.ts';

function PausedNotice({ plan }: { readonly plan: Plan }) {
  const t = useTranslations('recurring');
  if (plan.reason === null) return null;
  return (
    <p role="status" className="mx-4 mt-3 rounded-input bg-warning-wash px-3 py-2 text-sm text-warning">
      {t(`pausedBy.${plan.reason}`)}
    </p>
  );
}

function Facts({ plan }: { readonly plan: Plan }) {
  const t = useTranslations('recurring');
  const format = useFormat();
  const words = useScheduleWords();
  const { bought } = plan;
  const coin = coinOf(plan);
  return (
    <Section>
      <div className="flex items-center gap-3 px-4 pt-3">
        <CoinMark of={coin} size={36} />
        <div className="min-w-0">
          <p className="font-semibold">{t('amountOf', { amount: format.quantity(plan.amount), coin })}</p>
          <p className="text-sm text-soft first-letter:uppercase">{words.when(planSchedule(plan))}</p>
        </div>
      </div>
      <dl className="px-4 py-2">
        <FactRow name={t('next')} strong>
          {plan.next_at === null ? t('paused') : format.moment(plan.next_at)}
        </FactRow>
        <FactRow name={t('boughtSoFar')}>
          <AmountText value={bought.quantity} decimals={8} minDecimals={0} unit={coin} private />
        </FactRow>
        <FactRow name={t('spentSoFar')}>
          <AmountText value={bought.spent} unit="USDT" private />
        </FactRow>
        <FactRow name={t('averagePrice')}>
          {bought.average_price === null ? (
            '–'
          ) : (
            <AmountText value={bought.average_price} unit="USDT" private />
          )}
        </FactRow>
        <FactRow name={t('times')}>{bought.times.toString()}</FactRow>
      </dl>
    </Section>
  );
}

function Loading() {
  return (
    <>
      <Skeleton className="mx-4 mt-3 h-52 rounded-card" />
      <Skeleton className="mx-4 mt-3 h-11 rounded-input" />
      <SkeletonRows count={4} />
    </>
  );
}

function Gone() {
  const t = useTranslations('recurring');
  return (
    <EmptyState
      icon={CalendarX}
      title={t('gone')}
      action={
        <Button kind="secondary" onClick={() => navigate(recurringLink)}>
          {t('toList')}
        </Button>
      }
    />
  );
}

export function PlanScreen() {
  const id = useParam('id');
  const query = usePlans();
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<Loading />}>
        {({ items }) => {
          const plan = items.find((one) => one.id === id);
          if (plan === undefined) return <Gone />;
          return (
            <>
              <PausedNotice plan={plan} />
              <Facts plan={plan} />
              <PlanActs plan={plan} />
              <History plan={plan} />
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}
