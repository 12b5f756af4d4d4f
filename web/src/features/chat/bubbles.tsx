/** One message as a bubble: the author, text and time and, for the customer's own messages, the delivery state. */
import type { ChatMessage } from '@candor/protocol/chat/schemas.ts';
import { Check, CheckCheck, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../../lib/format.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { classes } from '../../ui/classes.ts';
import type { Outgoing } from './chat.ts';
import { ChatPicture, OutgoingPicture } from './chat-picture.tsx';
import { EvidenceCard } from './evidence-card.tsx';
import { piecesOf } from './message-list.ts';

/** The text of a message, in which only addresses within this app become links. */
function Words({ text }: { readonly text: string }) {
  return (
    <p className="break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
      {piecesOf(text).map(({ text: piece, href }, at) =>
        href === undefined ? (
          piece
        ) : (
          <Link key={at} href={href} className="underline">
            {piece}
          </Link>
        ),
      )}
    </p>
  );
}

type BubbleProps = { readonly own: boolean; readonly last: boolean; readonly children: ReactNode };

function Bubble({ own, last, children }: BubbleProps) {
  return (
    <div
      className={classes(
        'flex max-w-[84%] min-w-11 flex-col gap-1.5 rounded-card px-3 py-2 text-base',
        own ? 'self-end bg-accent-solid text-white' : 'self-start bg-surface text-ink',
        last && (own ? 'rounded-br-sm' : 'rounded-bl-sm'),
      )}
    >
      {children}
    </div>
  );
}

export type MessageProps = {
  readonly message: ChatMessage;
  readonly first: boolean;
  readonly last: boolean;
  /** The number of the last message that support has read. */
  readonly houseRead: number;
};

export function MessageRow({ message, first, last, houseRead }: MessageProps) {
  const t = useTranslations('chat');
  const { clock } = useFormat();
  const own = message.from === 'you';
  const time = clock(message.time);
  const name = message.by === null ? t('you') : t('agent', { name: message.by.name });
  const isRead = message.number <= houseRead;
  const Mark = isRead ? CheckCheck : Check;
  return (
    <div className={classes('flex flex-col px-3', first ? 'pt-3' : 'pt-0.5')}>
      {first && <p className={own ? 'sr-only' : 'mb-1 px-1 text-sm font-medium text-soft'}>{name}</p>}
      <Bubble own={own} last={last}>
        {message.picture !== null && (
          <ChatPicture picture={message.picture} alt={t(own ? 'pictureOwn' : 'pictureTheirs')} />
        )}
        {message.evidence !== null && <EvidenceCard evidence={message.evidence} />}
        {message.text !== '' && <Words text={message.text} />}
      </Bubble>
      {last && (
        <p
          className={classes(
            'figures flex items-center gap-1 px-1 pt-0.5 text-xs text-quiet',
            own && 'self-end',
          )}
        >
          {time}
          {own && (
            <>
              <Mark size={14} strokeWidth={2} aria-hidden="true" className={isRead ? 'text-accent' : ''} />
              <span>{t(isRead ? 'read' : 'sent')}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}

export type OutgoingProps = {
  readonly outgoing: Outgoing;
  readonly onAgain: () => void;
  readonly onDiscard: () => void;
};

export function OutgoingRow({ outgoing, onAgain, onDiscard }: OutgoingProps) {
  const t = useTranslations('chat');
  const { status, text, preview, picture, refusal } = outgoing;
  const refused = useRefusalWords(refusal?.error, refusal?.params ?? {});
  const isRefused = status === 'refused';
  const Mark = isRefused ? TriangleAlert : Clock;
  return (
    <div className="flex flex-col px-3 pt-1">
      <Bubble own last>
        {(preview !== undefined || picture !== undefined) && <OutgoingPicture preview={preview} />}
        {text !== '' && <Words text={text} />}
      </Bubble>
      <p
        className={classes(
          'flex items-center gap-1 self-end px-1 pt-0.5 text-xs',
          isRefused ? 'text-danger' : 'text-quiet',
        )}
      >
        <Mark size={14} strokeWidth={2} aria-hidden="true" />
        <span>{t(isRefused ? 'notSent' : status)}</span>
      </p>
      {isRefused && (
        <div className="flex flex-col items-end">
          <p className="px-1 text-right text-sm text-soft">{refused}</p>
          <div className="flex">
            <button
              type="button"
              onClick={onAgain}
              className="min-h-11 px-3 text-sm font-semibold text-accent"
            >
              {t('again')}
            </button>
            <button
              type="button"
              onClick={onDiscard}
              className="min-h-11 px-3 text-sm font-semibold text-accent"
            >
              {t('discard')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
