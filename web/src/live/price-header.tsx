/** The price, change, bid, ask and spread of an instrument above a small line chart of the last hours. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../lib/format.ts';
import { ClosedBadge } from './closed-badge.tsx';
import type { Quotation } from './quotes.ts';
import { useFigures } from './use-quotations.ts';
import { ChangeText } from '../parts/change-text.tsx';
import { PriceText } from '../parts/price-text.tsx';
import { MiniChart } from './mini-chart.tsx';

export type PriceHeaderProps = {
  readonly row: Quotation;
  readonly chartLink: string;
};

export function PriceHeader({ row, chartLink }: PriceHeaderProps) {
  const t = useTranslations('spot');
  const format = useFormat();
  const figures = useFigures(row);
  const spread = formatAmount(amount(figures.ask) - amount(figures.bid));
  return (
    <div className="hairline bg-surface px-4 pt-2.5 pb-2">
      {/* Left out in a wide window, where the chart shows the price in larger type. */}
      <div className="flex items-end justify-between gap-3 wide:hidden">
        <div className="min-w-0">
          <span className="sr-only">{t('priceAbout')}</span>
          <PriceText value={figures.last} tickSize={row.tick_size} className="text-2xl font-semibold" />
          <div className="flex min-h-6 items-center gap-2">
            <ChangeText value={figures.change} />
            {!figures.open && <ClosedBadge row={row} />}
          </div>
        </div>
        <Link href={chartLink} aria-label={t('chart')} className="-mt-1 block shrink-0 active:opacity-70">
          <MiniChart row={row} last={figures.last} />
        </Link>
      </div>
      <dl className="mt-1.5 grid grid-cols-3 gap-2 text-xs">
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
