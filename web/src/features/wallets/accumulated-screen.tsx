/** The results of trading and experience credit: today, in total and by source. Losses are as prominent as gains. */
import { useTranslations } from 'use-intl';
import { signOf } from '../../lib/format.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { classes } from '../../ui/classes.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

function toneOf(value: string): string {
  const sign = signOf(value);
  return sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-ink';
}

function Figure({
  name,
  value,
  big,
}: {
  readonly name: string;
  readonly value: string;
  readonly big?: true;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className={classes(toneOf(value), big === true ? 'text-xl font-semibold' : 'font-medium')}>
        <AmountText value={value} unit="USDT" signed private />
      </dd>
    </div>
  );
}

export function AccumulatedScreen() {
  const t = useTranslations('accumulated');
  const sources = useTranslations('incomeSources');
  const hints = useTranslations('incomeSourceHints');
  const query = useCall('GET wallet/accumulated', {}, { enabled: useSignedIn() });
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<SkeletonRows count={5} />}>
        {(income) => (
          <>
            <Section>
              <dl className="grid gap-3 p-4 sm:grid-cols-2">
                <Figure name={t('today')} value={income.today} big />
                <Figure name={t('total')} value={income.total} big />
              </dl>
            </Section>
            <Section title={t('bySource')}>
              {income.sources.map(({ source, today, total }) => (
                <div key={source} className="hairline px-4 py-3 last:shadow-none">
                  <h3 className="font-medium">{sources(source)}</h3>
                  <p className="text-sm text-quiet">{hints(source)}</p>
                  <dl className="grid grid-cols-2 gap-3 pt-1">
                    <Figure name={t('today')} value={today} />
                    <Figure name={t('total')} value={total} />
                  </dl>
                </div>
              ))}
            </Section>
            <p className="gutter pt-3 text-sm text-quiet">{t('means')}</p>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
