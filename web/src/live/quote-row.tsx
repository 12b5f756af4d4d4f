/** An instrument in a list: icon, name, the day's line, price and change. A tick re-renders only the figures. */
import { memo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { signOf, useCompact } from '../lib/format.ts';
import { ChangeText } from '../parts/change-text.tsx';
import { CoinMark } from '../ui/coin-mark.tsx';
import { PriceText } from '../parts/price-text.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { ClosedBadge } from './closed-badge.tsx';
import { chartLink, forexLink } from '../lib/links.ts';
import type { Quotation } from './quotes.ts';
import { useFigures } from './use-quotations.ts';

export type QuoteRowProps = {
  readonly row: Quotation;
  /** Rendered before the icon, for example a star. */
  readonly start?: ReactNode;
};

function RowFigures({ row }: { readonly row: Quotation }) {
  const figures = useFigures(row);
  return (
    <span className="flex w-24 shrink-0 flex-col items-end gap-0.5">
      <PriceText value={figures.last} tickSize={row.tick_size} className="font-medium" />
      <ChangeText value={figures.change} />
    </span>
  );
}

function RowNotes({ row }: { readonly row: Quotation }) {
  const t = useTranslations('market');
  const volume = useCompact(row.volume_24h);
  if (!row.open) return <ClosedBadge row={row} short />;
  if (row.volume_24h === '0') return <span className="text-xs text-quiet">{t(`kind.${row.kind}`)}</span>;
  return (
    <span className="figures text-xs text-quiet">
      {volume === undefined ? '\u00a0' : t('volumeShort', { volume })}
    </span>
  );
}

/** The base and the quote currency of a symbol, with the base emphasised. */
export function SymbolName({ row }: { readonly row: Pick<Quotation, 'base' | 'quote'> }) {
  return (
    <span className="block truncate">
      <span className="font-semibold">{row.base}</span>
      <span className="text-sm text-quiet">/{row.quote}</span>
    </span>
  );
}

export const QuoteRow = memo(function QuoteRow({ row, start }: QuoteRowProps) {
  return (
    <div className="hairline flex h-16 items-center [contain-intrinsic-size:auto_64px] [content-visibility:auto] last:shadow-none">
      {start}
      <Link
        href={row.kind === 'crypto' ? chartLink(row.symbol) : forexLink(row.symbol)}
        className={`press flex h-full min-w-0 flex-1 items-center gap-2.5 pr-4 ${start === undefined ? 'pl-4' : 'pl-0'}`}
      >
        <CoinMark of={row.symbol} size={32} />
        <span className="min-w-0 flex-1">
          <SymbolName row={row} />
          <RowNotes row={row} />
        </span>
        <Sparkline
          values={row.spark}
          width={52}
          height={24}
          tone={signOf(row.change_24h) < 0 ? 'down' : 'up'}
          className="where-roomy"
        />
        <RowFigures row={row} />
      </Link>
    </div>
  );
});
