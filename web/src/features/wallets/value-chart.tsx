/** The total value at the end of each day, as a line or as a table. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { useValuation } from '../../lib/valuation.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ValuePoint } from './value-line.tsx';
import { ValueLine } from './value-line.tsx';

const periods = ['30', '90', '365'] as const;
type Period = (typeof periods)[number];
const daysOf: Readonly<Record<Period, number>> = { '30': 30, '90': 90, '365': 365 };

function Table({ points, currency }: { readonly points: readonly ValuePoint[]; readonly currency: string }) {
  const t = useTranslations('wallets.chart');
  const format = useFormat();
  const { open, close } = punctuationOf(format.locale);
  return (
    <div>
      <table className="w-full text-sm">
        <caption className="sr-only">{t('title')}</caption>
        <thead>
          <tr className="text-left text-quiet">
            <th scope="col" className="py-1 font-normal">
              {t('day')}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {`${t('value')}${open}${currency}${close}`}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ time, value }, at) => (
            <tr key={time}>
              {/* The end of a day is stored as the first second of the next day. */}
              <td className="py-1">{at === 0 ? t('now') : format.date(time - 1)}</td>
              <td className="figures py-1 text-right">
                <AmountText value={value} private />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ValueChart() {
  const t = useTranslations('wallets.chart');
  const format = useFormat();
  const valued = useValuation();
  const hidden = useSession((session) => session.amountsHidden);
  const [period, setPeriod] = useState<Period>('30');
  const [asTable, setAsTable] = useState(false);
  const query = useCall(
    'GET wallet/history',
    { days: daysOf[period] },
    { enabled: useSignedIn(), keepPrevious: true, everyMs: 60_000 },
  );
  const points = query.data?.map(({ time, value_usdt: usdt }) => ({ time, value: valued.of(usdt) }));
  return (
    <Section title={t('title')}>
      <div className="space-y-3 p-4">
        {points === undefined ? (
          <Awaited query={query} skeleton={<Skeleton className="h-40 rounded-input" />} />
        ) : points.length < 2 ? (
          <p className="text-sm text-soft">{t('empty')}</p>
        ) : asTable ? (
          <Table points={points} currency={valued.currency} />
        ) : (
          <ValueLine points={points} format={format} hidden={hidden} />
        )}
        {points !== undefined && points.length > 1 && (
          <>
            <Segmented
              label={t('period')}
              options={periods.map((value) => ({
                value,
                label: value === '365' ? t('year') : t('days', { count: format.quantity(value) }),
              }))}
              value={period}
              onChange={setPeriod}
            />
            <Chip onPress={() => setAsTable(!asTable)}>{asTable ? t('line') : t('table')}</Chip>
          </>
        )}
        <p className="text-xs text-quiet">{t('means')}</p>
      </div>
    </Section>
  );
}
