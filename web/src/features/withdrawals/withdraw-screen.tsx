/** The withdrawal screen: the missing requirements, the form or the withdrawal in progress, and the list of withdrawals. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { priceTapeLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { InFlight } from '../../ui/in-flight.tsx';
import { MissingPart } from './missing-part.tsx';
import { missingSteps } from './missing-steps.ts';
import { PayoutsPaused } from './payouts-paused.tsx';
import type { Withdrawal } from './use-withdrawals.ts';
import { isOpen, useWithdrawals } from './use-withdrawals.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

/** The polling interval of the verification, so that a waiting customer sees the decision. */
const REFRESH_MS = 20_000;
const tabs = ['new', 'list'] as const;
type Tab = (typeof tabs)[number];

function useReadiness() {
  const enabled = useSignedIn();
  const queries = {
    user: useCall('GET user/info', {}, { enabled, everyMs: REFRESH_MS }),
    card: useCall('POST user/cash_info', {}, { enabled }),
    terms: useCall('GET wallet/out_terms', {}, { enabled }),
    book: useCall('GET wallet/address', {}, { enabled }),
  };
  const all = Object.values(queries);
  return {
    queries,
    failed: all.find(({ data, isError }) => data === undefined && isError),
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  };
}

function Held({ until }: { readonly until: number }) {
  const t = useTranslations('withdrawals');
  const { moment } = useFormat();
  return (
    <Section plain>
      <div role="status" className="rounded-card bg-warning-wash px-4 py-3 text-sm text-warning">
        <p className="font-semibold">{t('heldUntil', { time: moment(until) })}</p>
        <p>{t('heldText')}</p>
      </div>
    </Section>
  );
}

type StandingProps = { readonly withdrawal: Withdrawal; readonly onDismiss: () => void };

/** The withdrawal in progress, or the final state of the last withdrawal until the customer dismisses it. */
function Standing({ withdrawal, onDismiss }: StandingProps) {
  const t = useTranslations('withdrawals');
  const title = t('withdrawalOf', { id: withdrawal.id });
  const texts = { title, oneAtATime: t('oneAtATime'), another: t('another') };
  return (
    <InFlight {...texts} open={isOpen(withdrawal)} onDismiss={onDismiss}>
      <WithdrawalDetail withdrawal={withdrawal} />
    </InFlight>
  );
}

function NewWithdrawal({ latest }: { readonly latest: Withdrawal | undefined }) {
  const { queries, failed, refetch } = useReadiness();
  const [followed, setFollowed] = useState<string>();
  if (latest !== undefined && isOpen(latest) && followed !== latest.id) setFollowed(latest.id);
  if (latest !== undefined && latest.id === followed) {
    return <Standing withdrawal={latest} onDismiss={() => setFollowed(undefined)} />;
  }
  const { user, card, terms, book } = queries;
  if (!user.data || !card.data || !terms.data || !book.data) {
    const query = { isError: failed !== undefined, error: failed?.error, refetch };
    return <Awaited query={query} skeleton={<Skeleton className="m-4 h-96 rounded-card" />} />;
  }
  const missing = missingSteps(user.data, card.data.shown !== null);
  if (missing.length > 0) {
    return <MissingPart steps={missing} isUnderReview={user.data.kyc_status === 'under_review'} />;
  }
  const held = terms.data.held_until;
  return (
    <>
      {held !== null && <Held until={held} />}
      <WithdrawForm terms={terms.data} addresses={book.data.items} />
    </>
  );
}

export function WithdrawScreen() {
  const t = useTranslations('withdrawals');
  const asked = useParam('tab');
  const [tab, setTab] = useState<Tab>(asked === 'list' ? 'list' : 'new');
  const withdrawals = useWithdrawals();
  const { items, query } = withdrawals;
  return (
    <Screen
      onRefresh={() => query.refetch()}
      header={
        <TabStrip
          label={t('tabs')}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={setTab}
        />
      }
    >
      <PayoutsPaused />
      {tab === 'list' ? (
        <WithdrawalList onNew={() => setTab('new')} />
      ) : items !== undefined ? (
        <NewWithdrawal latest={items[0]} />
      ) : (
        <Awaited query={query} skeleton={<Skeleton className="m-4 h-96 rounded-card" />} />
      )}
      {tab === 'new' && (
        <Section>
          <ListRow
            title={<span className="whitespace-normal">{t('howLong')}</span>}
            subtitle={t('howLongText')}
            wrap
            href={priceTapeLink}
          />
        </Section>
      )}
    </Screen>
  );
}
