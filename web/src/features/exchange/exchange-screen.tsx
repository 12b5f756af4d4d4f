/** The flash exchange screen: the form, whose firm price is valid for ten seconds, and the list of exchanges. */
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn, useWallets } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { ExchangeForm } from './exchange-form.tsx';
import { ExchangeList } from './exchange-list.tsx';

const tabs = ['new', 'list'] as const;
type Tab = (typeof tabs)[number];

function NewExchange() {
  const t = useTranslations('exchange');
  const wallets = useWallets();
  const terms = useCall('GET wallet/flashAgainstList', {}, { enabled: useSignedIn() });
  const failed = [wallets, terms].find(({ data, isError }) => data === undefined && isError);
  if (wallets.data === undefined || terms.data === undefined) {
    return <Awaited query={failed} skeleton={<Skeleton className="m-4 h-96 rounded-card" />} />;
  }
  if (terms.data.currencies.length === 0) {
    return <EmptyState icon={Clock} title={t('closed')} text={t('closedText')} />;
  }
  return <ExchangeForm terms={terms.data} wallets={wallets.data} />;
}

export function ExchangeScreen() {
  const t = useTranslations('exchange');
  const [tab, setTab] = useState<Tab>('new');
  return (
    <Screen
      header={
        <TabStrip
          label={t('tabs')}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={setTab}
        />
      }
    >
      {tab === 'new' ? <NewExchange /> : <ExchangeList onNew={() => setTab('new')} />}
    </Screen>
  );
}
