/** The customer's recurring buys: the next purchases, the results so far, and a link for adding a plan. */
import { CalendarClock, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { newRecurringLink } from './links.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { PlanRow } from './plan-row.tsx';
import type { Plans } from './use-plans.ts';
import { usePlans } from './use-plans.ts';

function None() {
  const t = useTranslations('recurring');
  return (
    <EmptyState
      icon={CalendarClock}
      title={t('none')}
      text={t('noneText')}
      action={<Button onClick={() => navigate(newRecurringLink())}>{t('create')}</Button>}
    />
  );
}

function Listed({ plans }: { readonly plans: Plans }) {
  const t = useTranslations('recurring');
  if (plans.items.length === 0) return <None />;
  return (
    <>
      <Section>
        {plans.items.map((plan) => (
          <PlanRow key={plan.id} plan={plan} />
        ))}
      </Section>
      <p className="gutter pt-3 text-sm text-quiet">{t('rule')}</p>
    </>
  );
}

export function PlansScreen() {
  const t = useTranslations('recurring');
  const query = usePlans();
  return (
    <Screen
      onRefresh={() => query.refetch()}
      actions={<IconButton icon={Plus} label={t('create')} onClick={() => navigate(newRecurringLink())} />}
    >
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(plans) => <Listed plans={plans} />}
      </Loaded>
    </Screen>
  );
}
