/** The loan agreement as a separate page, which visitors can also read. */
import { FileText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useCall } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AgreementText } from './agreement-text.tsx';
import { publishedLoanRates } from './published-rates.ts';

export function AgreementScreen() {
  const t = useTranslations('loans');
  const terms = useCall('GET transparency/terms', {}, { ofCustomer: false });
  const rates = terms.data && publishedLoanRates(terms.data);
  return (
    <Screen onRefresh={() => terms.refetch()}>
      {rates !== undefined ? (
        <Section>
          <div className="p-4">
            <AgreementText rates={rates} />
          </div>
        </Section>
      ) : terms.data !== undefined ? (
        <EmptyState icon={FileText} title={t('closed')} text={t('closedText')} />
      ) : (
        <Awaited query={terms} skeleton={<Skeleton className="m-4 h-96 rounded-card" />} />
      )}
    </Screen>
  );
}
