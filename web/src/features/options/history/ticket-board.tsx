/** A product's tickets: open tickets with their current state, the history with filters, and the total results. */
import { Timer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../../lib/api.ts';
import { useSignedIn } from '../../../lib/customer.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { useParam } from '../../../lib/location.ts';
import { optionLink } from '../../../lib/links.ts';
import { useNamedPage, useShowNamed } from '../../../lib/named-item.ts';
import { useCall } from '../../../lib/queries.ts';
import { useNothing } from '../../../live/filters/use-nothing.ts';
import { ticketLists } from '../../../live/ticket-list.ts';
import type { OptionProduct, Ticket } from '../../../live/ticket-list.ts';
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

const onlyOpen = { status: 'open' } as const;

type ListProps = {
  readonly query: ReturnType<typeof useTicketPages>;
  readonly tab: 'open' | 'ended';
  readonly filter: TicketFilter;
  readonly onOpen: (ticket: Ticket) => void;
  readonly onFilter: (filter: TicketFilter) => void;
};

function List({ query, tab, filter, onOpen, onFilter }: ListProps) {
  const t = useTranslations('tickets');
  const nothing = useNothing(
    {
      icon: Timer,
      title: t(`empty.${tab}`),
      text: t(`emptyText.${tab}`),
      step: { label: t('trade'), onPress: () => navigate(optionLink()) },
    },
    filter,
    onFilter,
  );
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return (
    <ItemList query={query} items={data} onMore={hasNextPage ? more : undefined} lines={6} nothing={nothing}>
      {(ticket) => <TicketRow key={ticket.id} ticket={ticket} onOpen={onOpen} />}
    </ItemList>
  );
}

export function TicketBoard({ product }: { readonly product: OptionProduct }) {
  const { refetchNamed } = useApi();
  const t = useTranslations('tickets');
  const signedIn = useSignedIn();
  const wanted = useParam('tab');
  const [tab, setTab] = useState<Tab>(tabs.find((one) => one === wanted) ?? 'open');
  const [filter, setFilter] = useState<TicketFilter>({});
  const open = useTicketPages(product, onlyOpen, signedIn);
  const ended = useTicketPages(product, filter, signedIn && tab === 'ended');
  const receipt = useTicketReceipt([...(open.data ?? []), ...(ended.data ?? [])]);
  const named = useNamedPage();
  const namedTickets = useCall(ticketLists[product], named ?? {}, {
    enabled: signedIn && named !== undefined,
  });
  useShowNamed(namedTickets.data, receipt.show);
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
        <List query={open} tab={tab} filter={{}} onOpen={receipt.show} onFilter={setFilter} />
      )}
      {tab === 'ended' && (
        <>
          <TicketFilters product={product} filter={filter} onChange={setFilter} />
          <List query={ended} tab={tab} filter={filter} onOpen={receipt.show} onFilter={setFilter} />
        </>
      )}
      {tab === 'results' && <OwnResults />}
      {receipt.sheet}
    </Screen>
  );
}
