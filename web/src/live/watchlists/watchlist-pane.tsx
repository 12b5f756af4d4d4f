/** The list of instruments next to a ticket in a broad window: one of the customer's watchlists first, and the rest below. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { contractLink, forexLink, forexTicketLink, tradeLink } from '../../lib/links.ts';
import type { Quotation } from '../quotes.ts';
import { SymbolName } from '../quote-row.tsx';
import { useFigures, useQuotations } from '../use-quotations.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { PriceText } from '../../parts/price-text.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { Watchlist } from './list-changes.ts';
import { useListName } from './list-name.ts';
import { ManageButton } from './manage-button.tsx';
import { useChosenList } from './use-chosen-list.ts';
import { useWatchlists } from './use-watchlists.ts';

/** The product of the screen next to the list. A pair also has a separate page with its chart. */
type Product = 'spot' | 'contract' | 'pair page';

const hiddenKey = 'candor.trade.watchlist';

/**
 * Returns the screen that trades an instrument by a product or, if the instrument does not have that product, by the one
 * that it has.
 */
function linkOf(product: Product, { symbol, kind, spot }: Quotation): string {
  if (kind !== 'crypto') return product === 'pair page' ? forexLink(symbol) : forexTicketLink(symbol);
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

function Rows({ product, symbol, list }: WatchlistPaneProps & { readonly list: Watchlist }) {
  const t = useTranslations('opening');
  const nameOf = useListName();
  const { data } = useQuotations();
  const groups = useMemo(() => {
    const rows = data ?? [];
    const starred = list.symbols.flatMap((name) => rows.filter((row) => row.symbol === name));
    return [
      { title: nameOf(list), rows: starred },
      { title: t('allInstruments'), rows: rows.filter((row) => !starred.includes(row)) },
    ].filter((group) => group.rows.length > 0);
  }, [data, list, nameOf, t]);
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
  const { lists } = useWatchlists();
  const { chosen, choose } = useChosenList(lists);
  const nameOf = useListName();
  const toggle = (): void => {
    writeStored('localStorage', hiddenKey, isHidden ? 'shown' : 'hidden');
    setHidden(!isHidden);
  };
  return (
    <aside
      aria-label={t('watchlist')}
      className={`overflow-clip rounded-card bg-surface ${isHidden ? 'w-11' : 'w-60'}`}
    >
      <div className="hairline flex min-h-11 items-center">
        {!isHidden && (
          <>
            <div className="min-w-0 flex-1 pl-3">
              {lists !== undefined && lists.length > 1 ? (
                <ChoiceMenu
                  label={t('watchlist')}
                  options={lists.map((list) => ({ value: list.name, label: nameOf(list) }))}
                  value={chosen.name}
                  onSelect={choose}
                />
              ) : (
                <h2 className="font-semibold">{t('watchlist')}</h2>
              )}
            </div>
            <ManageButton onName={choose} />
          </>
        )}
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
          {lists === undefined ? <SkeletonRows count={8} /> : <Rows {...props} list={chosen} />}
        </div>
      )}
    </aside>
  );
}
