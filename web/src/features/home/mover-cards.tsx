/** The day's movers as cards side by side: the largest gain first, then the largest loss. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { signOf } from '../../lib/format.ts';
import { chartLink } from '../../lib/links.ts';
import { SymbolName } from '../../live/quote-row.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { useFigures } from '../../live/use-quotations.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { PriceText } from '../../parts/price-text.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { moversOf } from './movers.ts';

const shownEachWay = 3;

function MoverCard({ row }: { readonly row: Quotation }) {
  const figures = useFigures(row);
  return (
    <Link
      href={chartLink(row.symbol)}
      className="press block h-[calc(132px*var(--text-scale))] w-[calc(144px*var(--text-scale))] rounded-card bg-surface p-3 shadow-card"
    >
      <span className="flex items-center gap-2">
        <CoinMark of={row.symbol} size={22} />
        <span className="min-w-0 flex-1 text-sm">
          <SymbolName row={row} />
        </span>
      </span>
      <Sparkline
        values={row.spark}
        width={120}
        height={32}
        filled
        tone={signOf(row.change_24h) < 0 ? 'down' : 'up'}
        className="mt-2"
      />
      <PriceText value={figures.last} tickSize={row.tick_size} className="mt-1.5 block text-sm font-medium" />
      <ChangeText value={figures.change} />
    </Link>
  );
}

export function MoverCards({ rows }: { readonly rows: readonly Quotation[] | undefined }) {
  const t = useTranslations('home');
  const movers = useMemo(
    () =>
      rows === undefined
        ? undefined
        : [...moversOf(rows, 'up', shownEachWay), ...moversOf(rows, 'down', shownEachWay)],
    [rows],
  );
  return (
    <Section title={t('movers')} plain>
      <ul className="-mx-4 flex gap-3 overflow-x-auto px-4 pb-3 [scrollbar-width:none]">
        {movers === undefined
          ? Array.from({ length: 4 }, (_, at) => (
              <li key={at} className="shrink-0">
                <Skeleton className="h-[calc(132px*var(--text-scale))] w-[calc(144px*var(--text-scale))] rounded-card" />
              </li>
            ))
          : movers.map((row) => (
              <li key={row.symbol} className="shrink-0">
                <MoverCard row={row} />
              </li>
            ))}
      </ul>
      {movers?.length === 0 && <p className="py-4 text-sm text-quiet">{t('noMovers')}</p>}
    </Section>
  );
}
