/**
 * The price of an instrument on its screen's blue background: price, change, bid, ask and spread, and the line of the last
 * two hours.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../lib/format.ts';
import { ChangeText } from '../parts/change-text.tsx';
import { PriceText } from '../parts/price-text.tsx';
import { ClosedBadge } from './closed-badge.tsx';
import { MiniChart } from './mini-chart.tsx';
import type { Quotation } from './quotes.ts';
import { useFigures } from './use-quotations.ts';

function Side({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-on-hero">{name}</dt>
      <dd className="figures font-medium">{value}</dd>
    </div>
  );
}

export type PriceHeroProps = { readonly row: Quotation; readonly chartLink: string };

export function PriceHero({ row, chartLink }: PriceHeroProps) {
  const t = useTranslations('spot');
  const format = useFormat();
  const figures = useFigures(row);
  const spread = formatAmount(amount(figures.ask) - amount(figures.bid));
  return (
    <>
      <div className="flex items-end justify-between gap-4 px-4 pt-1">
        <div className="min-w-0">
          <span className="sr-only">{t('priceAbout')}</span>
          <PriceText
            onHero
            value={figures.last}
            tickSize={row.tick_size}
            className="text-3xl font-semibold tracking-tight"
          />
          <div className="flex min-h-6 items-center gap-2">
            <ChangeText value={figures.change} onHero />
            {!figures.open && <ClosedBadge row={row} />}
          </div>
        </div>
        <dl className="min-w-34 shrink-0 space-y-0.5 pb-0.5 text-xs">
          <Side name={t('ask')} value={format.price(figures.ask, row.tick_size)} />
          <Side name={t('bid')} value={format.price(figures.bid, row.tick_size)} />
          <Side name={t('spread')} value={format.price(spread, row.tick_size)} />
        </dl>
      </div>
      <Link href={chartLink} aria-label={t('chart')} className="mt-1 block active:opacity-80">
        <MiniChart row={row} last={figures.last} />
      </Link>
    </>
  );
}
