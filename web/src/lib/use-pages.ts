/** A paginated list of the protocol, loaded while scrolling. */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from './api.ts';
import { useSignedIn } from './customer.ts';
import { useSession } from './session.ts';

const PAGE_SIZE = 30;

/** The calls that return a page of items and the start of the next page. */
type PagedCall = {
  [Name in CallName]: CallOutput<Name> extends {
    readonly items: readonly unknown[];
    readonly next: string | null;
  }
    ? 'cursor' | 'limit' extends keyof CallRequest<Name>
      ? Name
      : never
    : never;
}[CallName];
type Page<Item> = { readonly items: readonly Item[]; readonly next: string | null };
type ItemOf<Name extends PagedCall> = CallOutput<Name>['items'][number];

export type Pages<Item> = {
  readonly query: UseInfiniteQueryResult<readonly Item[]>;
  /** Undefined until the first page has loaded. */
  readonly items: readonly Item[] | undefined;
  /** Requests the next page; undefined at the end. */
  readonly onMore: (() => void) | undefined;
};

/** Returns all pages loaded so far. `everyMs` is the polling interval while the screen is in front; `filter` selects items. */
export function usePages<Name extends PagedCall>(
  name: Name,
  {
    enabled = true,
    everyMs,
    ofCustomer = true,
    inLanguage = false,
    filter = {},
  }: {
    readonly enabled?: boolean;
    readonly everyMs?: number;
    /** Whether the list concerns only the customer, so that it needs a login and is removed at logout. */
    readonly ofCustomer?: boolean;
    readonly inLanguage?: boolean;
    readonly filter?: Omit<CallRequest<Name>, 'cursor' | 'limit'> | Record<string, never>;
  } = {},
): Pages<ItemOf<Name>> {
  const { api } = useApi();
  const signedIn = useSignedIn();
  const language = useSession((session) => session.language);
  const query = useInfiniteQuery({
    queryKey: [name, filter, 'pages', ...(inLanguage ? [language] : [])],
    enabled: enabled && (signedIn || !ofCustomer),
    refetchInterval: everyMs ?? false,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...filter, limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const answer = (await api(name, input as CallRequest<Name>, { quiet: true, signal })) as Envelope<
        Page<ItemOf<Name>>
      >;
      if (answer.type !== 'ok') throw new RefusedError(answer);
      return answer.message;
    },
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }): readonly ItemOf<Name>[] => pages.flatMap((page) => page.items),
    meta: { ofCustomer },
  });
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return { query, items: query.data, onMore: hasNextPage ? more : undefined };
}
