/** The options that gaps in the prices made void on a day, with the amounts that they saved or cost Candor. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function VoidsOfDay({ day }: { readonly day: string }) {
  const t = useTranslations('fillQuality');
  const page = useTranslations('proof.page');
  const format = useFormat();
  const query = useCall('GET transparency/voids', { day }, { ofCustomer: false, keepPrevious: true });
  return (
    <Section title={page('voids')}>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-20" />}>
        {({ days }) => {
          const found = days.find((one) => one.day === day);
          if (found === undefined) return <p className="p-4 text-sm">{t('voidsNone')}</p>;
          return (
            <dl className="px-4 py-2">
              <FactRow name={t('voidsCount')}>{found.tickets}</FactRow>
              <FactRow name={page('saved')}>{`${format.money(found.saved_usdt)} USDT`}</FactRow>
              <FactRow name={page('cost')}>{`${format.money(found.cost_usdt)} USDT`}</FactRow>
            </dl>
          );
        }}
      </Loaded>
    </Section>
  );
}
