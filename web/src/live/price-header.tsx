/** Bid, spread and ask above a ticket beside a chart, which shows the price in larger type. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import type { Quotation } from './quotes.ts';
import { useFigures } from './use-quotations.ts';

export function PriceHeader({ row }: { readonly row: Quotation }) {
  const t = useTranslations('spot');
  const format = useFormat();
  const figures = useFigures(row);
  const spread = formatAmount(amount(figures.ask) - amount(figures.bid));
  return (
    <div className="hairline bg-surface px-4 pt-2.5 pb-2">
      <dl className="grid grid-cols-3 gap-2 text-xs">
        <div>
          <dt className="text-quiet">{t('bid')}</dt>
          <dd className="figures text-sm text-down">{format.price(figures.bid, row.tick_size)}</dd>
        </div>
        <div className="text-center">
          <dt className="text-quiet">{t('spread')}</dt>
          <dd className="figures text-sm">{format.price(spread, row.tick_size)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-quiet">{t('ask')}</dt>
          <dd className="figures text-sm text-up">{format.price(figures.ask, row.tick_size)}</dd>
        </div>
      </dl>
    </div>
  );
}
