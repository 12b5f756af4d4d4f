/** The credit score, and every change to it with its reason. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { loanLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Credit = CallOutput<'GET user/credit'>;

function Score({ credit }: { readonly credit: Credit }) {
  const t = useTranslations('settings.credit');
  const titles = useTranslations('titles');
  const format = useFormat();
  return (
    <>
      <Section>
        <div className="space-y-2 p-4">
          <p className="figures text-2xl font-semibold">{t('of', { score: `${credit.score}` })}</p>
          <p className="text-sm text-soft">{t('means')}</p>
        </div>
      </Section>
      <Section>
        <ListRow title={titles('loan')} href={loanLink} />
      </Section>
      <Section title={t('why')}>
        {credit.changes.map(({ time, before, after, reason }) => (
          <ListRow
            key={`${time} ${before} ${after} ${reason}`}
            title={t(`reason.${reason}`)}
            subtitle={format.moment(time)}
            end={before === after ? `${after}` : `${before} → ${after}`}
          />
        ))}
      </Section>
    </>
  );
}

export function CreditScreen() {
  const query = useCall('GET user/credit', {});
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-72 rounded-card" />}>
        {(data) => <Score credit={data} />}
      </Loaded>
    </Screen>
  );
}
