/** One message in full, with a link to the related screen. Opening the message marks it as read on every device. */
import { RefusedError } from '@candor/client/answers.ts';
import { useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useParam } from '../../lib/location.ts';
import { isKnown, messageText, useNoticeTexts } from '../../lib/notice-texts.ts';
import type { Message } from '../../lib/notice-texts.ts';
import { messagesLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { keepUnread } from '../../live/message-list.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useLead } from './use-lead.ts';
import { TopicIcon } from './topic-icon.tsx';

/** Marks the message as read once. While the device is offline, the message stays unread. */
function useRead(message: Message | undefined): void {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const id = message?.read === false ? message.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    void api('POST user/message_read', { id }, { quiet: true }).then((answer) => {
      if (answer.type === 'ok') keepUnread(queryClient, answer.message.unread);
    });
  }, [api, id, queryClient]);
}

function Whole({ message }: { readonly message: Message }) {
  const t = useTranslations('notifications');
  const titles = useTranslations('titles');
  const { dateTime } = useFormat();
  const language = useSession((session) => session.language);
  const { data: texts } = useNoticeTexts();
  const lead = useLead(message);
  if (texts === undefined) return <SkeletonRows count={3} />;
  return (
    <article className="gutter flex flex-col gap-3 pt-5">
      <div className="flex items-center gap-3">
        <TopicIcon kind={message.kind} />
        <h2 className="min-w-0 flex-1 text-lg leading-snug font-semibold">{texts[message.kind].subject}</h2>
      </div>
      <p className="text-base break-words whitespace-pre-line">{messageText(message, texts, language)}</p>
      <p className="figures text-sm text-quiet">{dateTime(message.time)}</p>
      {lead !== undefined && (
        <div className="pt-2">
          <Button block kind="secondary" onClick={() => navigate(lead.href)}>
            {t('open', { screen: titles(lead.title) })}
          </Button>
        </div>
      )}
    </article>
  );
}

/**
 * The content for an address without a number, for the number of another customer's message, and for a message that this version
 * has no text for.
 */
function NotThere() {
  const t = useTranslations('notifications');
  const titles = useTranslations('titles');
  return (
    <EmptyState
      icon={MailX}
      title={t('notThere')}
      action={
        <Button kind="secondary" small onClick={() => navigate(messagesLink, { replace: true })}>
          {titles('messages')}
        </Button>
      }
    />
  );
}

export function MessageScreen() {
  const id = useParam('id') ?? '';
  const query = useCall('GET user/usermessage', { id }, { enabled: useSignedIn() && id !== '' });
  const isMissing = id === '' || query.data !== undefined || query.error instanceof RefusedError;
  const message = query.data?.items.find(isKnown);
  useRead(message);
  return (
    <Screen onRefresh={() => query.refetch()}>
      {message !== undefined ? (
        <Whole message={message} />
      ) : isMissing ? (
        <NotThere />
      ) : (
        <Awaited query={query} skeleton={<SkeletonRows count={3} />} />
      )}
    </Screen>
  );
}
