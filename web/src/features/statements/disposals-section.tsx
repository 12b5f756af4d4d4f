/** Each coin sold within a year, newest first. Long lists grow on request. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Button } from '../../ui/button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';

const AT_ONCE = 20;

export function DisposalsSection({ disposals }: Pick<CallOutput<'GET statement/tax'>, 'disposals'>) {
  const t = useTranslations('statements');
  const format = useFormat();
  const [count, setCount] = useState(AT_ONCE);
  const newest = disposals.toReversed().slice(0, count);
  return (
    <Section title={t('disposals')}>
      {disposals.length === 0 && <p className="p-4 text-sm text-soft">{t('noDisposals')}</p>}
      {newest.map(({ currency, acquired, disposed, quantity, cost, gain }, at) => (
        <ListRow
          // The rows of a sale of several lots may differ only in their position.
          key={`${currency} ${disposed} ${disposals.length - at}`}
          wrap
          title={
            <>
              <AmountText value={quantity} decimals={8} minDecimals={0} unit={currency} private /> ·{' '}
              {format.date(disposed)}
            </>
          }
          subtitle={
            <>
              {acquired !== null && (
                <span className="block">{t('from', { date: format.date(acquired) })}</span>
              )}
              {t('cost')} <AmountText value={cost} private />
            </>
          }
          end={<AmountText value={gain} signed private />}
          endSubtitle="USDT"
        />
      ))}
      {disposals.length > count && (
        <div className="px-2 py-1">
          <Button kind="quiet" small onClick={() => setCount(count + AT_ONCE)}>
            {t('more')}
          </Button>
        </div>
      )}
    </Section>
  );
}
