/**
 * A currency pair or metal in the list: bid and ask side by side, the spread in pips and the day's change. A tick re-renders
 * only its figures.
 */
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../../lib/format.ts';
import { forexLink } from '../../lib/links.ts';
import { ClosedBadge } from '../../live/closed-badge.tsx';
import { SymbolName } from '../../live/quote-row.tsx';
import { useFigures } from '../../live/use-quotations.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { PriceText } from '../../parts/price-text.tsx';
import { spreadInPips } from './pips.ts';
import type { ForexRow as Row } from './use-forex-list.ts';

/** The width of the columns for bid and ask, in the list's head and in its rows. */
export const priceColumn = 'w-19 shrink-0 text-right';

function RowFigures({ row }: { readonly row: Row }) {
  const t = useTranslations('forex');
  const spot = useTranslations('spot');
  const format = useFormat();
  const figures = useFigures(row);
  const pips = format.decimal(spreadInPips(figures, row.pip_size), { max: 1 });
  return (
    <span className="shrink-0 text-right">
      <span className="flex">
        <span className={priceColumn}>
          <span className="sr-only">{spot('bid')} </span>
          <PriceText value={figures.bid} tickSize={row.tick_size} className="font-medium" />
        </span>
        <span className={priceColumn}>
          <span className="sr-only">{spot('ask')} </span>
          <PriceText value={figures.ask} tickSize={row.tick_size} className="font-medium" />
        </span>
      </span>
      <span className="flex items-center">
        <span className={`figures text-xs whitespace-nowrap text-quiet ${priceColumn}`}>
          {t('spreadPips', { pips })}
        </span>
        <span className={priceColumn}>
          <ChangeText value={figures.change} />
        </span>
      </span>
    </span>
  );
}

function RowNotes({ row }: { readonly row: Row }) {
  const t = useTranslations('forex');
  const { open } = useFigures(row);
  if (!open) return <ClosedBadge row={row} short />;
  return <span className="text-xs text-quiet">{t('open')}</span>;
}

export const ForexRow = memo(function ForexRow({ row }: { readonly row: Row }) {
  return (
    <Link
      href={forexLink(row.symbol)}
      className="press hairline flex h-16 items-center gap-2 px-4 [contain-intrinsic-size:auto_64px] [content-visibility:auto] last:shadow-none"
    >
      <CoinMark of={row.symbol} size={32} />
      <span className="min-w-0 flex-1">
        <SymbolName row={row} />
        <RowNotes row={row} />
      </span>
      <RowFigures row={row} />
    </Link>
  );
});
