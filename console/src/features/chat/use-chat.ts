/** The inbox and one conversation, read once and kept true by what the stream says. */
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { ConsoleChatEvent } from '@candor/protocol/console/chat.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useEffect, useState } from 'react';
import { onLive, onLiveBegun } from '../../lib/live.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { inboxWith, messagesWith } from './inbox-rows.ts';
import type { Shown } from './inbox-rows.ts';

export type Inbox = ConsoleOutput<'GET chat_inbox'>;
export type Conversation = ConsoleOutput<'GET chat_conversation'>;

const INBOX = 'GET chat_inbox';
const CONVERSATION = 'GET chat_conversation';
const ROWS = 100;
const TYPING_SHOWN_MS = 5000;

export function useInbox({ show, q }: { readonly show: Shown; readonly q: string }): UseQueryResult<Inbox> {
  const cache = useQueryClient();
  const account = useOperator()?.account ?? '';
  useEffect(() => {
    const stops = [
      onLive((event) => {
        if (event.kind !== 'typing') takeRow(cache, event, account);
      }),
      onLiveBegun(() => void cache.invalidateQueries({ queryKey: [INBOX] })),
    ];
    return () => stops.forEach((stop) => stop());
  }, [cache, account]);
  return useAsk(INBOX, { show, limit: ROWS, ...(q === '' ? {} : { q }) });
}

/** Puts a row into every list that was read; what is looked for by words is asked for again. */
function takeRow(
  cache: QueryClient,
  { row }: Exclude<ConsoleChatEvent, { readonly kind: 'typing' }>,
  account: string,
): void {
  for (const [key, inbox] of cache.getQueriesData<Inbox>({ queryKey: [INBOX] })) {
    const { show = 'all', q } = (key[1] ?? {}) as { show?: Shown; q?: string };
    if (inbox === undefined) continue;
    if (q !== undefined) void cache.invalidateQueries({ queryKey: key });
    else
      cache.setQueryData<Inbox>(key, {
        ...inbox,
        items: [...inboxWith(inbox.items, row, { show, account })],
      });
  }
}

export function useConversation(id: string): {
  readonly asked: UseQueryResult<Conversation>;
  /** Whether the other side writes. */
  readonly isTyping: boolean;
} {
  const cache = useQueryClient();
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
  }, [cache, id]);
  return { asked: useAsk(CONVERSATION, { id }), isTyping: typingUntil > 0 };
}
