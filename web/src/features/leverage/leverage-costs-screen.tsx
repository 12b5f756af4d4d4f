/** An explanation of the costs and risks of leveraged trading, with the share of this platform's customers who lost. */
import { Coins, ShieldQuestion } from 'lucide-react';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { conversionRatesLink, leverageLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The topics in the order in which they matter to a trader: holding costs, the ends of a position, and uncontrollable risks. */
const topics = [
  'fee',
  'spread',
  'financing',
  'closeOut',
  'negative',
  'gaps',
  'weekends',
  'conversion',
  'house',
] as const;

function LossShare({ share }: { readonly share: CallOutput<'GET transparency/loss_share'> }) {
  const t = useTranslations('leverage');
  const format = useFormat();
  const period = { from: format.date(share.from), to: format.date(share.to) };
  if (share.share_percent === null) {
    return (
      <p className="text-sm text-soft">
        {t('lossNone', { customers: share.customers, min: share.customers_min, ...period })}
      </p>
    );
  }
  const percent = format.decimal(share.share_percent, { min: 0, max: 1 });
  return (
    <>
      <p className="figures text-2xl font-semibold">{percent}%</p>
      <p className="text-sm text-soft">{t('lossShare', { customers: share.customers, ...period })}</p>
    </>
  );
}

export function LeverageCostsScreen() {
  const t = useTranslations('leverage');
  const titles = useTranslations('titles');
  const query = useCall('GET transparency/loss_share', {}, { ofCustomer: false });
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Section>
        <p className="bg-warning-wash p-4 text-sm text-warning">{t('warning')}</p>
      </Section>
      <Section title={t('lossTitle')}>
        <div className="space-y-1 p-4">
          <Loaded query={query} skeleton={<Skeleton className="h-14" />}>
            {(data) => <LossShare share={data} />}
          </Loaded>
        </div>
      </Section>
      <Section title={t('costsTitle')}>
        {topics.map((topic) => (
          <div key={topic} className="hairline space-y-1 px-4 py-3">
            <h3 className="font-semibold">{t(`topic.${topic}`)}</h3>
            <p className="text-sm text-soft">{t(`topicText.${topic}`)}</p>
          </div>
        ))}
        <ListRow
          start={<MenuIcon icon={Coins} />}
          title={titles('conversionRates')}
          href={conversionRatesLink}
        />
        <ListRow start={<MenuIcon icon={ShieldQuestion} />} title={titles('leverage')} href={leverageLink} />
      </Section>
    </Screen>
  );
}
