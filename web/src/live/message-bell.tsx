/** The bell in the top bar, which opens the messages and shows the number of unread messages. */
import { Bell } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useSignedIn } from '../lib/customer.ts';
import { messagesLink } from '../lib/links.ts';
import { useCall } from '../lib/queries.ts';
import { newestMessage } from './message-list.ts';

/** The maximum number displayed, because more than two digits do not fit next to the bell. */
const SHOWN_MAX = 99;

export function MessageBell() {
  const t = useTranslations('ui');
  const titles = useTranslations('titles');
  const signedIn = useSignedIn();
  const { data } = useCall('GET user/usermessage', newestMessage, { enabled: signedIn });
  if (!signedIn) return null;
  const unread = data?.unread ?? 0;
  return (
    <Link
      href={messagesLink}
      aria-label={unread === 0 ? titles('messages') : t('messagesUnread', { count: unread })}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-opacity active:opacity-60"
    >
      <Bell size={22} strokeWidth={1.75} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute top-1 left-1/2 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-danger-solid px-1 text-xs font-semibold text-white"
        >
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </Link>
  );
}
