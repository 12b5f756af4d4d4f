/** The loan screen: the calculator and the application, or the open loan, and a link to all loans. */
import { HandCoins, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { loansLink } from '../../lib/links.ts';
import { NotOffered, useIsOffered } from '../../live/product-offer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InFlight } from '../../ui/in-flight.tsx';
import { Application } from './application.tsx';
import { LoanDetail } from './loan-detail.tsx';
import type { Loan } from './use-loans.ts';
import { isOpen, useLoanConfig, useLoans } from './use-loans.ts';

function Standing({ loan, onDismiss }: { readonly loan: Loan; readonly onDismiss: () => void }) {
  const t = useTranslations('loans');
  const texts = { title: t('loanOf', { id: loan.id }), oneAtATime: t('oneAtATime'), another: t('another') };
  return (
    <InFlight {...texts} open={isOpen(loan)} onDismiss={onDismiss}>
      <LoanDetail loan={loan} />
    </InFlight>
  );
}

function Asking() {
  const t = useTranslations('loans');
  const config = useLoanConfig();
  const isOffered = useIsOffered('loans');
  if (!isOffered) return <NotOffered product="loans" />;
  if (config.data === undefined) {
    return <Awaited query={config} skeleton={<Skeleton className="m-4 h-96 rounded-card" />} />;
  }
  if (!config.data.open) return <EmptyState icon={HandCoins} title={t('closed')} text={t('closedText')} />;
  return <Application config={config.data} />;
}

export function LoanScreen() {
  const titles = useTranslations('titles');
  const { items, query } = useLoans();
  const [followed, setFollowed] = useState<string>();
  const latest = items?.[0];
  if (latest !== undefined && isOpen(latest) && followed !== latest.id) setFollowed(latest.id);
  return (
    <Screen onRefresh={() => query.refetch()}>
      {items === undefined ? (
        <Awaited query={query} skeleton={<Skeleton className="m-4 h-96 rounded-card" />} />
      ) : latest !== undefined && latest.id === followed ? (
        <Standing loan={latest} onDismiss={() => setFollowed(undefined)} />
      ) : (
        <Asking />
      )}
      <Section>
        <ListRow start={<MenuIcon icon={ListChecks} />} title={titles('loans')} href={loansLink} />
      </Section>
    </Screen>
  );
}
