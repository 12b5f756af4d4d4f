/** All messages to the customer, by day, with unread messages marked. A tap opens a message in full. */
import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing, CheckCheck, Settings } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { messageLink, noticesLink, priceAlertsLink } from '../../lib/links.ts';
import { isKnown, messageText, useNoticeTexts } from '../../lib/notice-texts.ts';
import type { Message } from '../../lib/notice-texts.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { useCommand } from '../../lib/use-command.ts';
import { usePages } from '../../lib/use-pages.ts';
import { keepUnread, newestMessage } from '../../live/message-list.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ArrangedList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { TopicIcon } from './topic-icon.tsx';

function MessageRow({
  message,
  text,
}: {
  readonly message: Message;
  readonly text: ReturnType<typeof wordsOf>;
}) {
  const t = useTranslations('notifications');
  const { time } = useFormat();
  return (
    <Link
      href={messageLink(message.id)}
      className="press hairline flex min-h-14 w-full items-start gap-3 px-4 py-3 text-left last:shadow-none"
    >
      <TopicIcon kind={message.kind} />
      <span className="min-w-0 flex-1">
        <span className="flex items-start gap-2">
          <span className={message.read ? 'min-w-0 flex-1' : 'min-w-0 flex-1 font-semibold'}>
            {text.subject}
          </span>
          {!message.read && (
            <span className="mt-2 size-2 shrink-0 rounded-full bg-accent-solid">
              <span className="sr-only">{t('unread')}</span>
            </span>
          )}
        </span>
        <span data-excerpt className="line-clamp-2 text-sm wrap-anywhere text-soft">
          {text.text}
        </span>
        <span className="figures block text-xs text-quiet">{time(message.time)}</span>
      </span>
    </Link>
  );
}

function useWords() {
  const language = useSession((session) => session.language);
  const { data: texts } = useNoticeTexts();
  return texts === undefined ? undefined : (message: Message) => wordsOf(message, texts, language);
}

function wordsOf(
  message: Message,
  texts: Parameters<typeof messageText>[1],
  language: Parameters<typeof messageText>[2],
) {
  return { subject: texts[message.kind].subject, text: messageText(message, texts, language) };
}

/** Groups messages by day in the customer's time zone, newest first. */
function byDay(messages: readonly Message[], dayOf: (seconds: number) => string) {
  const days = new Map<string, Message[]>();
  for (const message of messages) {
    const day = dayOf(message.time);
    const known = days.get(day);
    if (known === undefined) days.set(day, [message]);
    else known.push(message);
  }
  return [...days];
}

export function MessagesScreen() {
  const queryClient = useQueryClient();
  const t = useTranslations('notifications');
  const titles = useTranslations('titles');
  const format = useFormat();
  const pages = usePages('GET user/usermessage');
  const words = useWords();
  const { data } = useCall('GET user/usermessage', newestMessage, { enabled: useSignedIn() });
  const command = useCommand('POST user/message_read');
  const items = useMemo(() => pages.items?.filter(isKnown), [pages.items]);
  const days = useMemo(() => byDay(items ?? [], format.date), [items, format]);
  const markAll = async () => {
    const answer = await command.send({});
    if (answer?.type === 'ok') keepUnread(queryClient, answer.message.unread);
  };
  return (
    <Screen
      onRefresh={() => pages.query.refetch()}
      actions={
        <>
          {data !== undefined && data.unread > 0 && (
            <IconButton icon={CheckCheck} label={t('markAll')} onClick={() => void markAll()} />
          )}
          <IconButton icon={Settings} label={t('settings')} onClick={() => navigate(noticesLink)} />
        </>
      }
    >
      <Section>
        <ListRow start={<MenuIcon icon={BellRing} />} title={titles('priceAlerts')} href={priceAlertsLink} />
      </Section>
      <ArrangedList
        {...pages}
        items={words && items}
        lines={6}
        nothing={{ icon: Bell, title: t('none'), text: t('noneText') }}
      >
        {() =>
          days.map(([day, messages]) => (
            <Section key={day} title={day}>
              {words !== undefined &&
                messages.map((message) => (
                  <MessageRow key={message.id} message={message} text={words(message)} />
                ))}
            </Section>
          ))
        }
      </ArrangedList>
    </Screen>
  );
}
