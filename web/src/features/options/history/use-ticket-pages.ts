/** A product's tickets, loaded page by page while scrolling. Private events keep the loaded pages up to date. */
import { RefusedError } from '@candor/client/answers.ts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import type { ListFilter } from '../../../live/filters/list-filter.ts';
import { requestOf } from '../../../live/filters/list-filter.ts';
import type { OptionProduct, Ticket } from '../../../live/ticket-list.ts';
import { ticketLists } from '../../../live/ticket-list.ts';

const pageSize = 30;

/** The filters of past tickets. */
export type TicketChoices = {
  symbol: string;
  kind: Ticket['side'];
  status: 'won' | 'lost' | 'tied' | 'void';
};
export type TicketFilter = ListFilter<TicketChoices>;

export function useTicketPages(
  product: OptionProduct,
  chosen: TicketFilter | { readonly status: 'open' },
  enabled: boolean,
): UseInfiniteQueryResult<readonly Ticket[]> {
  const { api } = useApi();
  const name = ticketLists[product];
  const filter = { status: 'ended' as const, ...requestOf<TicketChoices | { status: 'open' }>(chosen) };
  return useInfiniteQuery({
    queryKey: [name, filter, 'pages'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = {
        ...filter,
        limit: pageSize,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      };
      const answer = await api(name, input, { quiet: true, signal });
      if (answer.type !== 'ok') throw new RefusedError(answer);
      return answer.message;
    },
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    meta: { ofCustomer: true },
  });
}
