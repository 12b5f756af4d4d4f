/** The customer's loans, in progress and ended, with the totals lent and repaid. Each opens its details with all repayments. */
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { loanLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useNamedPage, useShowNamed } from '../../lib/named-item.ts';
import { useCall } from '../../lib/queries.ts';
import type { Days } from '../../live/filters/list-filter.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { LoanDetail } from './loan-detail.tsx';
import { Owed } from './loan-facts.tsx';
import { LoanRow } from './loan-row.tsx';
import { useLoans } from './use-loans.ts';

const tabs = ['open', 'finished'] as const;
type Tab = (typeof tabs)[number];

/** The totals of all loans, which are left out if there are none. */
function Sums() {
  const t = useTranslations('loans');
  const { data } = useCall('GET lh/loan/statistics', {}, { enabled: useSignedIn() });
  if (data === undefined || (data.borrowed === '0' && data.open === null)) return null;
  return (
    <Section>
      <dl className="px-4 py-2">
        <FactRow name={t('sum.borrowed')}>
          <AmountText value={data.borrowed} unit={data.currency} private />
        </FactRow>
        <FactRow name={t('sum.repaid')}>
          <AmountText value={data.repaid} unit={data.currency} private />
        </FactRow>
        <FactRow name={t('owedNow')} strong>
          <Owed value={data.due} currency={data.currency} />
        </FactRow>
        {data.overdue !== '0' && (
          <FactRow name={t('sum.overdue')}>
            <Owed value={data.overdue} currency={data.currency} />
          </FactRow>
        )}
      </dl>
    </Section>
  );
}

export function LoansScreen() {
  const t = useTranslations('loans');
  const asked = useParam('tab');
  const [tab, setTab] = useState<Tab>(asked === 'finished' ? 'finished' : 'open');
  const [days, setDays] = useState<Days>({});
  const [open, finished] = [useLoans('open'), useLoans('finished', days)];
  const loans = tab === 'open' ? open : finished;
  // The open loan may be in either list, because it moves when it is settled.
  const { item, show, sheet } = useOpened([...(open.items ?? []), ...(finished.items ?? [])]);
  const named = useNamedPage();
  const isNamed = useSignedIn() && named !== undefined;
  const namedLoans = useCall('GET lh/loan/order', named ?? {}, { enabled: isNamed });
  useShowNamed(namedLoans.data?.items, show);
  const nothing = useNothing(
    {
      icon: HandCoins,
      title: t(`none.${tab}`),
      text: t('noneText'),
      step: { label: t('toLoan'), onPress: () => navigate(loanLink) },
    },
    tab === 'finished' ? days : {},
    setDays,
  );
  return (
    <Screen
      onRefresh={() => loans.query.refetch()}
      header={
        <TabStrip
          label={t('myLoans')}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={setTab}
        />
      }
    >
      <Sums />
      <div className="pt-3">
        {tab === 'finished' && <ListFilters<object> choices={{}} filter={days} onChange={setDays} />}
        <ItemList {...loans} lines={2} nothing={nothing}>
          {(loan) => <LoanRow key={loan.id} loan={loan} onOpen={() => show(loan)} />}
        </ItemList>
      </div>
      {item !== undefined && (
        <Sheet {...sheet} title={t('loanOf', { id: item.id })}>
          <LoanDetail loan={item} />
        </Sheet>
      )}
    </Screen>
  );
}
