/** The instrument's price and the figures of its day, in large type. */
import { useTranslations } from 'use-intl';
import { useCompact, useFormat } from '../../lib/format.ts';
import { ClosedBadge } from '../../live/closed-badge.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { useFigures } from '../../live/use-quotations.ts';
import { classes } from '../../ui/classes.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { PriceText } from '../../parts/price-text.tsx';

type FigureProps = { readonly name: string; readonly value: string; readonly onHero: boolean };

function Figure({ name, value, onHero }: FigureProps) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className={classes('text-xs', onHero ? 'text-on-hero' : 'text-quiet')}>{name}</dt>
      <dd className="figures text-xs">{value}</dd>
    </div>
  );
}

export type ChartHeaderProps = {
  readonly row: Quotation;
  /** Whether the header is on the screen's blue background instead of at the top of a card. */
  readonly onHero?: boolean;
};

export function ChartHeader({ row, onHero = false }: ChartHeaderProps) {
  const t = useTranslations('chart');
  const spot = useTranslations('spot');
  const format = useFormat();
  const volume = useCompact(row.volume_24h);
  const figures = useFigures(row);
  return (
    <div
      className={classes(
        'flex min-h-22 items-center justify-between gap-4 px-4',
        onHero ? 'pb-2' : 'hairline bg-surface py-2.5',
      )}
    >
      <div className="min-w-0">
        <span className="sr-only">{spot('priceAbout')}</span>
        <PriceText
          onHero={onHero}
          value={figures.last}
          tickSize={row.tick_size}
          className={classes('font-semibold tracking-tight', onHero ? 'text-3xl' : 'text-2xl')}
        />
        <div className="mt-0.5 flex flex-wrap items-center gap-2">
          <ChangeText value={figures.change} onHero={onHero} />
          {!figures.open && <ClosedBadge row={row} />}
        </div>
      </div>
      <dl className="w-36 shrink-0 space-y-0.5">
        <Figure onHero={onHero} name={t('high')} value={format.price(figures.high, row.tick_size)} />
        <Figure onHero={onHero} name={t('low')} value={format.price(figures.low, row.tick_size)} />
        {row.volume_24h !== '0' && (
          <Figure onHero={onHero} name={t('volume', { base: row.base })} value={volume ?? '\u00a0'} />
        )}
      </dl>
    </div>
  );
}
