/** The support screen: the conversation of a customer or a visitor. */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { ChatMessage } from '@candor/protocol/chat/schemas.ts';
import { ChevronDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useParam } from '../../lib/location.ts';
import { useHouseSeconds } from '../../lib/use-house-seconds.ts';
import { classes } from '../../ui/classes.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { MessageRow, OutgoingRow } from './bubbles.tsx';
import type { Chat, ChatView } from './chat.ts';
import { Composer } from './composer.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { AttachEvidence } from './evidence-card.tsx';
import { grouped } from './message-list.ts';
import { useOwnChat } from './own-chat.ts';
import { useChatScroll } from './use-chat-scroll.ts';

const DAY_SECONDS = 86_400;
const FAILED = new NetworkFailure('the conversation could not be read');

function Presence({ view }: { readonly view: ChatView }) {
  const t = useTranslations('chat');
  const { standing } = view;
  if (standing === undefined) return <div className="h-9" />;
  return (
    <p className="hairline flex min-h-9 items-center gap-2 px-4 py-1.5 text-sm text-soft">
      <span
        aria-hidden="true"
        className={classes('size-2 shrink-0 rounded-full', standing.online ? 'bg-success' : 'bg-line-strong')}
      />
      <span>
        {/* The time of an answer is unknown while nobody is online. */}
        {standing.online ? t('online', { minutes: standing.answers_within_minutes }) : t('offline')}
      </span>
    </p>
  );
}

function DayLine({ time }: { readonly time: number }) {
  const t = useTranslations('chat');
  const { date } = useFormat();
  const day = date(time);
  const now = useHouseSeconds();
  const said = day === date(now) ? t('today') : day === date(now - DAY_SECONDS) ? t('yesterday') : day;
  return <p className="pt-4 pb-1 text-center text-xs font-medium text-quiet">{said}</p>;
}

/** Loads older messages automatically when the customer scrolls near them, and offers a button to keyboard users. */
function Older({ chat, view }: { readonly chat: Chat; readonly view: ChatView }) {
  const t = useTranslations('chat');
  const button = useRef<HTMLButtonElement>(null);
  const first = view.messages[0]?.number;
  useEffect(() => {
    if (button.current === null) return undefined;
    const near = new IntersectionObserver(
      ([entry]) => {
        // A conversation opens at its end, before any scrolling.
        if (entry?.isIntersecting === true && window.scrollY > 0) void chat.older();
      },
      { rootMargin: '200px 0px 0px' },
    );
    near.observe(button.current);
    return () => near.disconnect();
  }, [chat, first]);
  if (!view.hasOlder) return <p className="pt-4 text-center text-xs text-quiet">{t('begins')}</p>;
  return (
    <button
      ref={button}
      type="button"
      onClick={() => void chat.older()}
      className="mx-auto mt-2 block min-h-11 px-4 text-sm font-semibold text-accent"
    >
      {t('older')}
    </button>
  );
}

function Log({ chat, view }: { readonly chat: Chat; readonly view: ChatView }) {
  const t = useTranslations('chat');
  const { date } = useFormat();
  const { messages, outgoing, standing } = view;
  const rows = useMemo(() => grouped(messages, date), [messages, date]);
  const houseRead = standing?.conversation?.house_read ?? 0;
  return (
    <div
      role="log"
      aria-label={t('log')}
      // Older messages and the loading spinner are not new messages, so they are not announced.
      aria-relevant="additions"
      aria-busy={view.isGrowingUpward}
      className="flex flex-col pb-2"
    >
      {rows.map((row) =>
        row.kind === 'day' ? (
          <DayLine key={row.key} time={row.time} />
        ) : (
          <MessageRow
            key={row.key}
            message={row.message}
            first={row.first}
            last={row.last}
            houseRead={houseRead}
          />
        ),
      )}
      {outgoing.map((one) => (
        <OutgoingRow
          key={one.clientId}
          outgoing={one}
          onAgain={() => chat.again(one.clientId)}
          onDiscard={() => chat.discard(one.clientId)}
        />
      ))}
    </div>
  );
}

/** Marks messages as read while they are visible. */
function useSeen(chat: Chat, view: ChatView, atEnd: boolean): void {
  useEffect(() => {
    const look = (): void => {
      if (atEnd && document.visibilityState === 'visible') chat.seen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [chat, view.messages, view.standing, atEnd]);
}

function endsOf(messages: readonly ChatMessage[], waiting: number) {
  const newest = messages.at(-1);
  return {
    first: messages[0]?.number ?? 0,
    last: newest?.number ?? 0,
    waiting,
    own: newest?.from === 'you',
  };
}

function Conversation({ chat, view }: { readonly chat: Chat; readonly view: ChatView }) {
  const t = useTranslations('chat');
  const { atEnd, missed, toEnd } = useChatScroll(endsOf(view.messages, view.outgoing.length));
  useSeen(chat, view, atEnd);
  return (
    <>
      <Older chat={chat} view={view} />
      <Log chat={chat} view={view} />
      <p role="status" className="min-h-6 px-4 text-sm text-quiet">
        {view.isTyping && t('typing')}
      </p>
      {view.standing?.conversation?.status === 'closed' && (
        <p className="px-4 pb-2 text-center text-sm text-soft">{t('closed')}</p>
      )}
      {!atEnd && (
        <div className="sticky bottom-2 flex justify-center">
          <button
            type="button"
            onClick={toEnd}
            aria-label={t('newMessages', { count: missed })}
            className="flex min-h-11 items-center gap-1 rounded-full bg-raised px-4 text-sm font-semibold text-accent shadow-floating"
          >
            {missed > 0 && <span>{t('newMessages', { count: missed })}</span>}
            <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      )}
    </>
  );
}

function fillOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

/** No conversation is shown and nothing is sent until the owner of the conversation is known. */
export function ChatScreen() {
  const { chat, user } = useOwnChat();
  if (chat !== undefined) return <OwnChat chat={chat} />;
  return (
    <Screen>
      <Awaited query={user} skeleton={<SkeletonRows count={4} />} />
    </Screen>
  );
}

function OwnChat({ chat }: { readonly chat: Chat }) {
  const t = useTranslations('chat');
  const view = useSyncExternalStore(chat.subscribe, chat.view);
  const signedIn = useSignedIn();
  const ticket = useParam('ticket');
  const fill = useParam('fill');
  const isEmpty = view.messages.length === 0 && view.outgoing.length === 0;
  return (
    <Screen header={<Presence view={view} />} footer={<Composer chat={chat} />}>
      {!signedIn && <p className="gutter pt-3 text-sm text-quiet">{t('visitorHint')}</p>}
      {view.phase === 'loading' && isEmpty ? (
        <SkeletonRows count={4} />
      ) : view.phase === 'failed' && isEmpty ? (
        <ErrorState error={FAILED} onRetry={() => void chat.sync()} />
      ) : isEmpty ? (
        <EmptyChat />
      ) : (
        <Conversation chat={chat} view={view} />
      )}
      {signedIn && ticket !== undefined && (
        <AttachEvidence ticket={ticket} fill={fillOf(fill)} onAttached={() => void chat.sync()} />
      )}
    </Screen>
  );
}
