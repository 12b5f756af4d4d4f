/** The time-weighted return and the result in money of each period, with the money moved in and out. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { useValuation } from '../../lib/valuation.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import { usePeriodNames } from './over-time.tsx';

type History = CallOutput<'GET portfolio/history'>;

export function PerformanceSection({ history }: { readonly history: History }) {
  const t = useTranslations('portfolio');
  const format = useFormat();
  const valued = useValuation();
  const names = usePeriodNames();
  const { gap } = punctuationOf(format.locale);
  return (
    <Section title={t('performance')}>
      {history.performance.map((one) => (
        <ListRow
          key={one.period}
          wrap
          title={names[one.period]}
          subtitle={
            <>
              <Moved name={t('deposited')} value={one.deposited_usdt} />
              <Moved name={t('withdrawn')} value={one.withdrawn_usdt} />
            </>
          }
          end={
            one.return_percent === null ? (
              <span className="text-sm text-quiet">{t('noReturn')}</span>
            ) : (
              <ChangeText value={one.return_percent} />
            )
          }
          endSubtitle={
            <AmountText value={valued.of(one.profit_usdt)} unit={valued.currency} signed private />
          }
        />
      ))}
      <p className="px-4 py-3 text-sm text-quiet">
        {t('performanceMeans')}
        {history.since !== null && `${gap}${t('since', { date: format.date(history.since) })}`}
      </p>
    </Section>
  );
}

function Moved({ name, value }: { readonly name: string; readonly value: string }) {
  const valued = useValuation();
  if (signOf(value) === 0) return null;
  return (
    <span className="mr-3 inline-block">
      {name} <AmountText value={valued.of(value)} private />
    </span>
  );
}
