/** The waiting cases, fetched page by page as the operator scrolls. */
import { payloadOf } from '@candor/client/answers.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ConsoleOutput, ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { refreshEvery } from '../../lib/activity.ts';
import { useApi } from '../../lib/api.ts';

export type WaitingCase = ConsoleOutput<'GET cases'>['items'][number];
export type CaseFilter = Pick<ConsoleRequest<'GET cases'>, 'kind' | 'overdue'>;

const PAGE_ROWS = 100;
/** The number of rows that are prefetched after the requested one. */
const AHEAD = 60;
const REFRESH_MS = 15_000;

export function useWaitingCases(filter: CaseFilter, wanted: number) {
  const { call } = useApi();
  const asked = useInfiniteQuery({
    queryKey: ['GET cases', filter],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...filter, limit: PAGE_ROWS, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      return payloadOf(await call('GET cases', input, signal));
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: refreshEvery(REFRESH_MS),
  });
  const rows = useMemo(() => asked.data?.pages.flatMap((page) => page.items) ?? [], [asked.data]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = asked;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && rows.length < wanted + AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage, rows.length, wanted]);
  // A page contains the total at the time when it was read. Once all rows are loaded, their number is used instead.
  const total = hasNextPage ? Math.max(asked.data?.pages.at(-1)?.total ?? 0, rows.length) : rows.length;
  return { asked, rows, total };
}
