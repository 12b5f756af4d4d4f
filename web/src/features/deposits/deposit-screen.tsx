/** The deposit screen: the choice of currency and network, the payment details, and the list of deposits. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { navigate } from '../../lib/hash-history.ts';
import { voucherLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGrid } from '../../ui/choice-grid.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { DepositList } from './deposit-list.tsx';
import type { Way, WayDraft, Ways } from './deposit-ways.ts';
import { chosenWay, currenciesOf, waysOf } from './deposit-ways.ts';
import { useDeposits } from './use-deposits.ts';
import { useNetworkName, WhereToSend } from './where-to-send.tsx';

const noWay: WayDraft = { currency: '', network: '' };
const tabs = ['new', 'list'] as const;
type Tab = (typeof tabs)[number];

function proofLink({ currency, network }: Way): string {
  return `${voucherLink}?${new URLSearchParams({ currency, network })}`;
}

type ChoosingProps = {
  readonly ways: readonly Way[];
  readonly draft: WayDraft;
  readonly onChoose: (chosen: Partial<WayDraft>) => void;
};

function Choosing({ ways, draft, onChoose }: ChoosingProps) {
  const t = useTranslations('deposits');
  const networkName = useNetworkName();
  const own = waysOf(ways, draft.currency);
  return (
    <>
      <Section title={t('currency')} plain>
        <ChoiceGrid
          label={t('currency')}
          columns={3}
          choices={currenciesOf(ways).map((currency) => ({
            value: currency,
            label: currency,
            mark: <CoinMark of={currency} size={24} />,
          }))}
          value={draft.currency}
          onChoose={(currency) => onChoose({ currency })}
        />
      </Section>
      {own.length > 1 && (
        <Section title={t('network')} plain>
          <ChoiceGrid
            label={t('network')}
            columns={2}
            choices={own.map(({ network }) => ({ value: network, label: networkName(network) }))}
            value={own.find(({ network }) => network === draft.network)?.network}
            onChoose={(network) => onChoose({ network })}
          />
          <p className="pt-2 text-sm text-quiet">{t('networkHint')}</p>
        </Section>
      )}
    </>
  );
}

function NewDeposit({ ways }: { readonly ways: Ways }) {
  const t = useTranslations('deposits');
  const { draft, change } = useDraft('deposit-way', noWay);
  const way = chosenWay(ways.ways, draft);
  if (ways.ways.length === 0) return <EmptyState title={t('noWay')} text={t('noWayText')} />;
  return (
    <>
      <p className="gutter pt-4 text-sm text-soft">{t('what')}</p>
      <Choosing ways={ways.ways} draft={draft} onChoose={change} />
      {way !== undefined && (
        <>
          <WhereToSend way={way} hours={ways.review_hours} />
          <div className="gutter pt-4">
            <Button block onClick={() => navigate(proofLink(way))}>
              {t('sent')}
            </Button>
            <p className="pt-2 text-sm text-quiet">{t('sentHint')}</p>
          </div>
        </>
      )}
    </>
  );
}

export function DepositScreen() {
  const t = useTranslations('deposits');
  const asked = useParam('tab');
  const [tab, setTab] = useState<Tab>(asked === 'list' ? 'list' : 'new');
  const ways = useCall('POST wallet/get_in_address', {}, { enabled: useSignedIn() });
  const deposits = useDeposits();
  return (
    <Screen
      onRefresh={() => (tab === 'new' ? ways.refetch() : deposits.query.refetch())}
      header={
        <TabStrip
          label={t('tabs')}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={setTab}
        />
      }
    >
      {tab === 'list' ? (
        <DepositList onNew={() => setTab('new')} />
      ) : (
        <Loaded query={ways} skeleton={<Skeleton className="m-4 h-96 rounded-card" />}>
          {(data) => <NewDeposit ways={data} />}
        </Loaded>
      )}
    </Screen>
  );
}
