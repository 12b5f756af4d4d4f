/** The account's security events, newest first: each login and each change, with device and address. */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { callKey } from '../../lib/queries.ts';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDeviceWords } from './device-words.ts';

type SecurityEvent = CallOutput<'GET user/logins'>['items'][number];

function useLogins(enabled: boolean): UseInfiniteQueryResult<readonly SecurityEvent[]> {
  const { api } = useApi();
  return useInfiniteQuery({
    queryKey: [...callKey('GET user/logins'), 'pages'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = pageParam === undefined ? {} : { cursor: pageParam };
      const answer = await api('GET user/logins', input, { quiet: true, signal });
      if (answer.type !== 'ok') throw new RefusedError(answer);
      return answer.message;
    },
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.items),
    meta: { ofCustomer: true },
  });
}

/** Events that deserve the customer's attention. */
const alarming: ReadonlySet<SecurityEvent['kind']> = new Set([
  'login_failed',
  'guesses_locked',
  'totp_reused',
]);

function EventRow({ event }: { readonly event: SecurityEvent }) {
  const t = useTranslations('security.event');
  const format = useFormat();
  const device = useDeviceWords()(event);
  return (
    <ListRow
      title={
        <span className={alarming.has(event.kind) ? 'whitespace-normal text-warning' : 'whitespace-normal'}>
          {t(event.kind)}
        </span>
      }
      subtitle={
        <>
          <span className="block">{format.moment(event.time)}</span>
          <span className="block break-words">
            {event.address === '' ? device : `${device} · ${event.address}`}
          </span>
        </>
      }
      wrap
    />
  );
}

export function LoginsScreen() {
  const t = useTranslations('security.logins');
  const query = useLogins(useSignedIn());
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return (
    <Screen onRefresh={() => query.refetch()}>
      <ItemList
        query={query}
        items={query.data}
        onMore={hasNextPage ? more : undefined}
        lines={8}
        nothing={{ icon: ScrollText, title: t('none'), text: t('noneText') }}
      >
        {(event) => <EventRow key={event.id} event={event} />}
      </ItemList>
    </Screen>
  );
}
