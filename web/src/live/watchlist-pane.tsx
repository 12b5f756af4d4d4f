/** The list of instruments next to a ticket in a broad window: favourites first, and the rest of its product below. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { contractLink, forexLink, tradeLink } from '../lib/links.ts';
import { useFavourites } from './favourites.ts';
import type { Quotation } from './quotes.ts';
import { SymbolName } from './quote-row.tsx';
import { useFigures, useQuotations } from './use-quotations.ts';
import { ChangeText } from '../parts/change-text.tsx';
import { PriceText } from '../parts/price-text.tsx';
import { CoinMark } from '../ui/coin-mark.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';

/** The product of the screen next to the list. */
type Product = 'spot' | 'contract';

const hiddenKey = 'candor.trade.watchlist';

/**
 * Returns the screen that trades an instrument by a product or, if the instrument does not have that product, by the one
 * that it has.
 */
function linkOf(product: Product, { symbol, kind, spot }: Quotation): string {
  if (kind !== 'crypto') return forexLink(symbol);
  return product === 'spot' && spot ? tradeLink(symbol) : contractLink(symbol);
}

type RowProps = { readonly row: Quotation; readonly href: string; readonly isCurrent: boolean };

const Row = memo(function Row({ row, href, isCurrent }: RowProps) {
  const figures = useFigures(row);
  return (
    <Link
      href={href}
      replace
      aria-current={isCurrent ? 'true' : undefined}
      className={`press flex h-14 items-center gap-2 px-3 ${isCurrent ? 'bg-accent-wash' : ''}`}
    >
      <CoinMark of={row.symbol} size={24} />
      <span className="min-w-0 flex-1 text-sm">
        <SymbolName row={row} />
      </span>
      <span className="flex flex-col items-end text-sm">
        <PriceText value={figures.last} tickSize={row.tick_size} className="font-medium" />
        <ChangeText value={figures.change} />
      </span>
    </Link>
  );
});

export type WatchlistPaneProps = { readonly product: Product; readonly symbol: string };

function Rows({ product, symbol }: WatchlistPaneProps) {
  const t = useTranslations('opening');
  const { symbols: favourites } = useFavourites();
  const { data } = useQuotations();
  const groups = useMemo(() => {
    const rows = data ?? [];
    const starred = favourites.flatMap((name) => rows.filter((row) => row.symbol === name));
    return [
      { title: t('favourites'), rows: starred },
      { title: t('allInstruments'), rows: rows.filter((row) => !starred.includes(row)) },
    ].filter((group) => group.rows.length > 0);
  }, [data, favourites, t]);
  if (data === undefined) return <SkeletonRows count={8} />;
  return groups.map((group) => (
    <section key={group.title} aria-label={group.title}>
      <h3 className="px-3 pt-3 pb-1 text-xs font-medium text-quiet">{group.title}</h3>
      {group.rows.map((row) => (
        <Row key={row.symbol} row={row} href={linkOf(product, row)} isCurrent={row.symbol === symbol} />
      ))}
    </section>
  ));
}

/** The list can be hidden; this device stores that choice. */
export function WatchlistPane(props: WatchlistPaneProps) {
  const t = useTranslations('opening');
  const [isHidden, setHidden] = useState(() => readStored('localStorage', hiddenKey) === 'hidden');
  const toggle = (): void => {
    writeStored('localStorage', hiddenKey, isHidden ? 'shown' : 'hidden');
    setHidden(!isHidden);
  };
  return (
    <aside
      aria-label={t('watchlist')}
      className={`overflow-clip rounded-card bg-surface ${isHidden ? 'w-11' : 'w-60'}`}
    >
      <div className="hairline flex h-11 items-center justify-between">
        {!isHidden && <h2 className="pl-3 font-semibold">{t('watchlist')}</h2>}
        <IconButton
          icon={isHidden ? PanelLeftOpen : PanelLeftClose}
          size={18}
          label={isHidden ? t('showWatchlist') : t('hideWatchlist')}
          onClick={toggle}
          className="text-quiet"
        />
      </div>
      {!isHidden && (
        <div className="max-h-[calc(100dvh-128px)] overflow-y-auto overscroll-contain pb-2">
          <Rows {...props} />
        </div>
      )}
    </aside>
  );
}
