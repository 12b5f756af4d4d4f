/** A product's positions, loaded page by page while scrolling. Private events keep the loaded pages up to date. */
import { RefusedError } from '@candor/client/answers.ts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../lib/api.ts';
import type { ListFilter } from '../live/filters/list-filter.ts';
import { requestOf } from '../live/filters/list-filter.ts';
import type { Position, PositionPart, Product } from '../live/position-list.ts';
import { positionLists } from '../live/position-list.ts';

/** The page size. Open positions and orders nearly always fit on one page. */
const pageSizes: Readonly<Record<PositionPart, number>> = {
  holding: 100,
  in_transaction: 100,
  completed: 30,
};

export type PositionChoices = { symbol: string; kind: Position['side'] };
export type PositionFilter = ListFilter<PositionChoices>;

export type PositionPagesOptions = {
  readonly part: PositionPart;
  readonly symbol?: string;
  /** The filter, for past positions and orders. */
  readonly filter?: PositionFilter;
  readonly enabled: boolean;
};

export function usePositions(
  product: Product,
  { part, symbol, filter = {}, enabled }: PositionPagesOptions,
): UseInfiniteQueryResult<readonly Position[]> {
  const { api } = useApi();
  const wanted = { status: part, ...(symbol !== undefined && { symbol }), ...requestOf(filter) };
  return useInfiniteQuery({
    queryKey: [positionLists[product], wanted, 'pages'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      const input = { ...wanted, limit: pageSizes[part], ...cursor };
      const answer = await api(positionLists[product], input, { quiet: true, signal });
      if (answer.type !== 'ok') throw new RefusedError(answer);
      return answer.message;
    },
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    meta: { ofCustomer: true },
  });
}
