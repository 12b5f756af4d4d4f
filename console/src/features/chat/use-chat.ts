/** The inbox and one conversation, fetched once and kept up to date by the event stream. */
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { ConsoleChatEvent, ConsoleMessage } from '@candor/protocol/chat/console.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useCallback, useEffect, useState } from 'react';
import { sitsHere } from '../../lib/activity.ts';
import { useLive } from '../../lib/live.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { inboxWith, messagesWith } from './inbox-rows.ts';
import type { Shown } from './inbox-rows.ts';

export type Inbox = ConsoleOutput<'GET chat_inbox'>;
export type Conversation = ConsoleOutput<'GET chat_conversation'>;

const INBOX = 'GET chat_inbox';
const CONVERSATION = 'GET chat_conversation';
const ROWS = 100;
const TYPING_SHOWN_MS = 5000;
/**
 * The refetch interval in milliseconds while the operator is active. The calls also show the server that an operator is
 * online.
 */
const INBOX_EVERY_MS = 60_000;
/** The minimum interval in milliseconds between repetitions of a search, because a search reads many messages. */
const SEARCH_EVERY_MS = 2000;

export function useInbox({ show, q }: { readonly show: Shown; readonly q: string }): UseQueryResult<Inbox> {
  const cache = useQueryClient();
  const { onLive, onLiveBegun } = useLive();
  const account = useOperator()?.account ?? '';
  useEffect(() => {
    const stops = [
      onLive((event) => {
        if ('row' in event) takeRow(cache, event, account);
      }),
      onLiveBegun(() => void cache.invalidateQueries({ queryKey: [INBOX] })),
    ];
    return () => stops.forEach((stop) => stop());
  }, [cache, account, onLive, onLiveBegun]);
  useRefetchedSearch(q);
  return useAsk(INBOX, { show, limit: ROWS, ...(q === '' ? {} : { q }) }, { everyMs: INBOX_EVERY_MS });
}

/** Repeats a search after changes, at most once per interval. */
function useRefetchedSearch(q: string): void {
  const cache = useQueryClient();
  const { onLive } = useLive();
  useEffect(() => {
    if (q === '') return undefined;
    let due: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive((event) => {
      if (!('row' in event) || !sitsHere()) return;
      due ??= setTimeout(() => {
        due = undefined;
        void cache.invalidateQueries({ queryKey: [INBOX], predicate: ({ queryKey }) => isSearch(queryKey) });
      }, SEARCH_EVERY_MS);
    });
    return () => {
      stop();
      clearTimeout(due);
    };
  }, [cache, onLive, q]);
}

function isSearch(key: readonly unknown[]): boolean {
  return ((key[1] ?? {}) as { q?: string }).q !== undefined;
}

type RowEvent = Extract<ConsoleChatEvent, { readonly row: unknown }>;

function takeRow(cache: QueryClient, { row }: RowEvent, account: string): void {
  for (const [key, inbox] of cache.getQueriesData<Inbox>({ queryKey: [INBOX] })) {
    const { show = 'all' } = (key[1] ?? {}) as { show?: Shown };
    if (inbox === undefined || isSearch(key)) continue;
    cache.setQueryData<Inbox>(key, {
      ...inbox,
      items: [...inboxWith(inbox.items, row, { show, account })],
    });
  }
}

export function useConversation(id: string): {
  readonly asked: UseQueryResult<Conversation>;
  readonly isTyping: boolean;
  /** Adds a message that was just sent, in case the event stream does not deliver it. */
  readonly take: (message: ConsoleMessage) => void;
} {
  const cache = useQueryClient();
  const { onLive, onLiveBegun } = useLive();
  const [typingUntil, setTypingUntil] = useState(0);
  useEffect(() => {
    const key = [CONVERSATION, { id }];
    let ends: ReturnType<typeof setTimeout> | undefined;
    const stops = [
      onLive((event) => {
        if (event.kind === 'typing') {
          if (event.id !== id) return;
          setTypingUntil(Date.now() + TYPING_SHOWN_MS);
          clearTimeout(ends);
          ends = setTimeout(() => setTypingUntil(0), TYPING_SHOWN_MS);
          return;
        }
        if (event.kind === 'presence') {
          const before = cache.getQueryData<Conversation>(key);
          if (event.id !== id || before === undefined) return;
          cache.setQueryData<Conversation>(key, { ...before, connected: event.connected });
          return;
        }
        if (event.row.id !== id) return;
        if (event.kind === 'message' && event.message.from !== 'house') setTypingUntil(0);
        const known = cache.getQueryData<Conversation>(key);
        if (known === undefined) return;
        const messages =
          event.kind === 'message' ? messagesWith(known.messages, event.message) : known.messages;
        if (messages === undefined) void cache.invalidateQueries({ queryKey: key });
        else cache.setQueryData<Conversation>(key, { ...known, row: event.row, messages: [...messages] });
      }),
      onLiveBegun(() => void cache.invalidateQueries({ queryKey: key })),
    ];
    return () => {
      clearTimeout(ends);
      stops.forEach((stop) => stop());
    };
  }, [cache, id, onLive, onLiveBegun]);
  const take = useCallback(
    (message: ConsoleMessage) => {
      const key = [CONVERSATION, { id }];
      const known = cache.getQueryData<Conversation>(key);
      const messages = known === undefined ? undefined : messagesWith(known.messages, message);
      if (known === undefined || messages === undefined) void cache.invalidateQueries({ queryKey: key });
      else cache.setQueryData<Conversation>(key, { ...known, messages: [...messages] });
    },
    [cache, id],
  );
  return { asked: useAsk(CONVERSATION, { id }), isTyping: typingUntil > 0, take };
}
