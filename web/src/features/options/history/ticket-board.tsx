/** A product's tickets: the open ones with their live state, the history with filters, and what they came to in all. */
import { Timer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { queryClient } from '../../../lib/api.ts';
import { useSignedIn } from '../../../lib/customer.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { useParam } from '../../../lib/location.ts';
import { optionLink } from '../../../lib/links.ts';
import type { OptionProduct, Ticket } from '../../../live/ticket-list.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndMarker } from '../../../ui/end-marker.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { TabStrip } from '../../../ui/tab-strip.tsx';
import { useTicketReceipt } from '../receipt/use-ticket-receipt.tsx';
import { OwnResults } from './own-results.tsx';
import { TicketFilters } from './ticket-filters.tsx';
import { TicketRow } from './ticket-row.tsx';
import type { TicketFilter } from './use-ticket-pages.ts';
import { useTicketPages } from './use-ticket-pages.ts';

const tabs = ['open', 'ended', 'results'] as const;
type Tab = (typeof tabs)[number];

const unfiltered: TicketFilter = { status: 'ended' };
const onlyOpen: TicketFilter = { status: 'open' };

function isFiltered({ status, symbol }: TicketFilter): boolean {
  return symbol !== undefined || (status !== 'ended' && status !== 'open');
}

type ListProps = {
  readonly query: ReturnType<typeof useTicketPages>;
  readonly filter: TicketFilter;
  readonly onOpen: (ticket: Ticket) => void;
  /** Undoes the filter. */
  readonly onAll: () => void;
};

function Nothing({ filter, onAll }: Pick<ListProps, 'filter' | 'onAll'>) {
  const t = useTranslations('tickets');
  const filtered = isFiltered(filter);
  const what = filtered ? 'filtered' : filter.status === 'open' ? 'open' : 'ended';
  return (
    <EmptyState
      icon={Timer}
      title={t(`empty.${what}`)}
      text={t(`emptyText.${what}`)}
      action={
        <Button kind="secondary" small onClick={() => (filtered ? onAll() : navigate(optionLink()))}>
          {filtered ? t('showAll') : t('trade')}
        </Button>
      }
    />
  );
}

function List({ query, filter, onOpen, onAll }: ListProps) {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  if (data === undefined) {
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <SkeletonRows count={6} />;
  }
  if (data.length === 0) return <Nothing filter={filter} onAll={onAll} />;
  return (
    <>
      <div className="bg-surface">
        {data.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} onOpen={onOpen} />
        ))}
      </div>
      <EndMarker onMore={hasNextPage ? more : undefined} />
    </>
  );
}

export function TicketBoard({ product }: { readonly product: OptionProduct }) {
  const t = useTranslations('tickets');
  const signedIn = useSignedIn();
  const wanted = useParam('tab');
  const [tab, setTab] = useState<Tab>(tabs.find((one) => one === wanted) ?? 'open');
  const [filter, setFilter] = useState<TicketFilter>(unfiltered);
  const open = useTicketPages(product, onlyOpen, signedIn);
  const ended = useTicketPages(product, filter, signedIn && tab === 'ended');
  const receipt = useTicketReceipt([...(open.data ?? []), ...(ended.data ?? [])]);
  const refresh = (): Promise<unknown> => {
    if (tab === 'results') return queryClient.invalidateQueries({ queryKey: ['GET microtrade/results'] });
    return tab === 'open' ? open.refetch() : ended.refetch();
  };
  return (
    <Screen
      onRefresh={refresh}
      header={
        <TabStrip
          label={t('tabs')}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={setTab}
        />
      }
    >
      {tab === 'open' && (
        <List query={open} filter={onlyOpen} onOpen={receipt.show} onAll={() => setTab('ended')} />
      )}
      {tab === 'ended' && (
        <>
          <TicketFilters product={product} filter={filter} onChange={setFilter} />
          <List query={ended} filter={filter} onOpen={receipt.show} onAll={() => setFilter(unfiltered)} />
        </>
      )}
      {tab === 'results' && <OwnResults />}
      {receipt.sheet}
    </Screen>
  );
}
