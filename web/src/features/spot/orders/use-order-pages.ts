/** Completed orders, page after page as the list is scrolled. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { RefusedError } from '../../../lib/queries.ts';
import type { SpotOrder } from '../../../live/order-list.ts';

const pageSize = 30;

export function useOrderPages(enabled: boolean): UseInfiniteQueryResult<readonly SpotOrder[]> {
  return useInfiniteQuery({
    queryKey: ['GET coin/list', { status: 'completed' }, 'pages'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = {
        status: 'completed',
        limit: pageSize,
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      } as const;
      const answer = await api('GET coin/list', input, { quiet: true, signal });
      if (answer.type !== 'ok') throw new RefusedError(answer);
      return answer.message;
    },
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    meta: { ofCustomer: true },
  });
}
