/** A product's tickets: open tickets with their current state, the history with filters, and the total results. */
import { Timer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { refetchNamed } from '../../../lib/api.ts';
import { useSignedIn } from '../../../lib/customer.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { useParam } from '../../../lib/location.ts';
import { optionLink } from '../../../lib/links.ts';
import type { OptionProduct, Ticket } from '../../../live/ticket-list.ts';
import type { Nothing } from '../../../parts/item-list.tsx';
import { ItemList } from '../../../parts/item-list.tsx';
import { Screen } from '../../../parts/screen.tsx';
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
  readonly onAll: () => void;
};

function useNothing({ filter, onAll }: Pick<ListProps, 'filter' | 'onAll'>): Nothing {
  const t = useTranslations('tickets');
  const filtered = isFiltered(filter);
  const what = filtered ? 'filtered' : filter.status === 'open' ? 'open' : 'ended';
  return {
    icon: Timer,
    title: t(`empty.${what}`),
    text: t(`emptyText.${what}`),
    step: filtered
      ? { label: t('showAll'), onPress: onAll }
      : { label: t('trade'), onPress: () => navigate(optionLink()) },
  };
}

function List({ query, filter, onOpen, onAll }: ListProps) {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return (
    <ItemList
      query={query}
      items={data}
      onMore={hasNextPage ? more : undefined}
      lines={6}
      nothing={useNothing({ filter, onAll })}
    >
      {(ticket) => <TicketRow key={ticket.id} ticket={ticket} onOpen={onOpen} />}
    </ItemList>
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
    if (tab === 'results') return refetchNamed(['GET microtrade/results']);
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
