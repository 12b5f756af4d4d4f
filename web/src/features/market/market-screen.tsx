/** The list of all instruments: tabs by kind and for watchlists, search, sorting and live prices. */
import { SearchX, Star } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useParam } from '../../lib/location.ts';
import { QuoteRow } from '../../live/quote-row.tsx';
import { useQuotations } from '../../live/use-quotations.ts';
import { useChosenList } from '../../live/watchlists/use-chosen-list.ts';
import { useStars } from '../../live/watchlists/use-stars.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EndMarker } from '../../ui/end-marker.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { ListChips } from './list-chips.tsx';
import { marketTabs, nextSort, rowsOf, sortRows } from './market-rows.ts';
import type { MarketTab, Sort } from './market-rows.ts';
import { SortStrip } from './sort-strip.tsx';

type NothingFoundProps = {
  readonly search: string;
  readonly onClear: () => void;
  readonly onBrowse: () => void;
};

function NothingFound({ search, onClear, onBrowse }: NothingFoundProps) {
  const t = useTranslations('market');
  const ui = useTranslations('ui');
  const searched = search !== '';
  return (
    <EmptyState
      icon={searched ? SearchX : Star}
      title={searched ? t('noMatch') : t('noFavourites')}
      text={searched ? t('noMatchText', { search }) : t('noFavouritesText')}
      action={
        <Button kind="secondary" small onClick={searched ? onClear : onBrowse}>
          {searched ? ui('clearSearch') : t('browse')}
        </Button>
      }
    />
  );
}

export function MarketScreen() {
  const t = useTranslations('market');
  const kind = useParam('kind');
  const [tab, setTab] = useState<MarketTab>(() => marketTabs.find((known) => known === kind) ?? 'crypto');
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>();
  const { lists, starOf, sheet } = useStars();
  const { chosen, choose } = useChosenList(lists);
  const favourites = chosen.symbols;
  const query = useQuotations();
  const rows = useMemo(
    () => sortRows(rowsOf(query.data ?? [], { tab, search, favourites }), sort),
    [query.data, tab, search, favourites, sort],
  );
  return (
    <Screen
      onRefresh={() => query.refetch()}
      header={
        <>
          <SearchField label={t('search')} value={search} onChange={setSearch} capitals />
          <TabStrip
            label={t('tabs')}
            tabs={marketTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
            value={tab}
            onChange={(next) => {
              setTab(next);
              setSearch('');
            }}
          />
          {tab === 'favourites' && search === '' && lists !== undefined && (
            <ListChips lists={lists} chosen={chosen} choose={choose} />
          )}
          <SortStrip sort={sort} onSort={(column) => setSort(nextSort(sort, column))} />
        </>
      }
    >
      <div className="bg-surface">
        <Loaded query={query} skeleton={<SkeletonRows count={9} />}>
          {() => rows.map((row) => <QuoteRow key={row.symbol} row={row} start={starOf(row.symbol)} />)}
        </Loaded>
      </div>
      {query.data !== undefined && rows.length === 0 && (
        <NothingFound
          search={search.trim()}
          onClear={() => setSearch('')}
          onBrowse={() => setTab('crypto')}
        />
      )}
      {rows.length > 0 && <EndMarker />}
      {sheet}
    </Screen>
  );
}
