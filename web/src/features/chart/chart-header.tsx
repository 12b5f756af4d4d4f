/** The instrument's price and the figures of its day, in large type. */
import { useTranslations } from 'use-intl';
import { useCompact, useFormat } from '../../lib/format.ts';
import { ClosedBadge } from '../../live/closed-badge.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { useFigures } from '../../live/use-quotations.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { PriceText } from '../../parts/price-text.tsx';

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="figures text-xs">{value}</dd>
    </div>
  );
}

export function ChartHeader({ row }: { readonly row: Quotation }) {
  const t = useTranslations('chart');
  const spot = useTranslations('spot');
  const format = useFormat();
  const volume = useCompact(row.volume_24h);
  const figures = useFigures(row);
  return (
    <div className="hairline flex min-h-22 items-center justify-between gap-4 bg-surface px-4 py-2.5">
      <div className="min-w-0">
        <span className="sr-only">{spot('priceAbout')}</span>
        <PriceText value={figures.last} tickSize={row.tick_size} className="text-2xl font-semibold" />
        <div className="mt-0.5 flex flex-wrap items-center gap-2">
          <ChangeText value={figures.change} />
          {!figures.open && <ClosedBadge row={row} />}
        </div>
      </div>
      <dl className="w-36 shrink-0 space-y-0.5">
        <Figure name={t('high')} value={format.price(figures.high, row.tick_size)} />
        <Figure name={t('low')} value={format.price(figures.low, row.tick_size)} />
        {row.volume_24h !== '0' && (
          <Figure name={t('volume', { base: row.base })} value={volume ?? '\u00a0'} />
        )}
      </dl>
    </div>
  );
}
