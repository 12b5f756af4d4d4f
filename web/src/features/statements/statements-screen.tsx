/** The list of statements: months and years, newest first. */
import { FileText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { statementLink, taxLink } from './links.ts';
import { usePeriodText } from './period-text.ts';

type Periods = CallOutput<'GET statement/periods'>;

export function StatementsScreen() {
  const t = useTranslations('statements');
  const titles = useTranslations('titles');
  const query = useCall('GET statement/periods', {}, { enabled: useSignedIn() });
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
        {({ months, years }) =>
          months.length === 0 ? (
            <EmptyState icon={FileText} title={t('none')} text={t('noneText')} />
          ) : (
            <>
              <Section>
                <p className="p-4 text-sm text-soft">{t('intro')}</p>
              </Section>
              <PeriodRows title={t('months')} periods={months} />
              <PeriodRows title={t('years')} periods={years} />
              <Section>
                <ListRow title={titles('tax')} href={taxLink} />
              </Section>
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

function PeriodRows({ title, periods }: { readonly title: string; readonly periods: Periods['months'] }) {
  const t = useTranslations('statements');
  const nameOf = usePeriodText();
  return (
    <Section title={title}>
      {periods.map(({ period, final }) => (
        <ListRow
          key={period}
          title={<span className="first-letter:uppercase">{nameOf(period)}</span>}
          subtitle={final ? t('final') : t('open')}
          href={statementLink(period)}
        />
      ))}
    </Section>
  );
}
