/** One conversation: its messages, its actions, and the reply field. */
import { payloadOf } from '@candor/client/answers.ts';
import { Alert, Box, Button, Typography } from '@mui/material';
import type { ConsoleMessage } from '@candor/protocol/chat/console.ts';
import { useEffect, useRef, useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Asked } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { sitsHere } from '../../lib/activity.ts';
import { useApi } from '../../lib/api.ts';
import { useOperator } from '../../lib/queries.ts';
import { ConversationDeeds } from './conversation-actions.tsx';
import { historyOf } from './inbox-rows.ts';
import { MessageLine } from './message-line.tsx';
import { ReplyField } from './reply-field.tsx';
import { useConversation } from './use-chat.ts';
import { useLogScroll } from './use-log-scroll.ts';
import type { Conversation as Whole } from './use-chat.ts';
import { useReplies } from './use-replies.ts';
import type { Reply } from './use-replies.ts';

export function Conversation({ id }: { id: string }) {
  const { asked, isTyping, take } = useConversation(id);
  return <Asked of={asked}>{(whole) => <Talk key={id} {...{ whole, isTyping, take }} />}</Asked>;
}

type TalkProps = {
  readonly whole: Whole;
  readonly isTyping: boolean;
  readonly take: (message: ConsoleMessage) => void;
};

function Talk({ whole, isTyping, take }: TalkProps) {
  const t = useSay();
  const { row } = whole;
  const account = useOperator()?.account ?? '';
  const way = { by: account, takeFirst: row.assigned_to === null, onSent: take };
  const { replies, send, again, discard } = useReplies(row.id, way);
  const field = useRef<HTMLTextAreaElement>(null);
  const held = row.assigned_to !== null && row.assigned_to !== account;
  useRead(whole);
  useConsoleKeys({ open: () => field.current?.focus() });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, gap: 1, p: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="h2" sx={{ fontSize: 17, fontWeight: 650 }}>
          {row.account ?? t('ui.visitorNumber', { id: row.id })}
        </Typography>
        <StateChip state={row.status} />
        {row.overdue && <StateChip state="overdue" />}
        <StateChip
          state={whole.connected ? 'active' : 'plain'}
          says={whole.connected ? t('chat.connected') : t('chat.away')}
        />
        {row.assigned_to !== null && <span>{t('chat.assignedTo', { account: row.assigned_to })}</span>}
        {row.waiting_since !== null && (
          <span>
            {t('chat.waitsSince')} <When at={row.waiting_since} />
          </span>
        )}
      </Box>
      <ConversationDeeds conversation={whole} />
      <Log whole={whole} replies={replies} again={again} discard={discard} />
      <Box role="status" sx={{ minHeight: 20, fontSize: 12, color: 'text.secondary' }}>
        {isTyping ? t('chat.typing') : ''}
      </Box>
      {held && <Alert severity="info">{t('chat.held', { account: row.assigned_to ?? '' })}</Alert>}
      <ReplyField
        id={row.id}
        language={row.language}
        disabled={held || row.status === 'closed'}
        field={field}
        onSend={send}
      />
    </Box>
  );
}

type Page = Pick<Whole, 'messages' | 'more'>;
type LogProps = {
  readonly whole: Whole;
  readonly replies: readonly Reply[];
  readonly again: (reply: Reply) => void;
  readonly discard: (reply: Reply) => void;
};

function Log({ whole, replies, again, discard }: LogProps) {
  const { call } = useApi();
  const t = useSay();
  const { row } = whole;
  const account = useOperator()?.account ?? '';
  const [older, setOlder] = useState<Page>({ messages: [], more: false });
  const { messages: all, more } = historyOf(older, whole);
  const [failed, setFailed] = useState(false);
  const ends = { first: all[0]?.number ?? 0, last: all.at(-1)?.number ?? 0, waiting: replies.length };
  const { box, onScroll } = useLogScroll(ends);
  const readOlder = async (): Promise<void> => {
    try {
      const page = payloadOf(await call('GET chat_conversation', { id: row.id, before: ends.first }));
      setOlder({ messages: [...page.messages, ...all], more: page.more });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  const there = new Set(whole.messages.map((message) => message.client_id));
  return (
    <Box
      ref={box}
      onScroll={onScroll}
      role="log"
      aria-label={t('chat.conversation')}
      tabIndex={0}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        border: '1px solid var(--line)',
        borderRadius: 1,
        p: 1.5,
      }}
    >
      {more && (
        <Button onClick={() => void readOlder()} sx={{ mb: 1 }}>
          {t('chat.earlier')}
        </Button>
      )}
      {failed && <Alert severity="error">{t('chat.notRead')}</Alert>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {all.map((message) => (
          <MessageLine
            key={message.number}
            id={row.id}
            message={message}
            mine={row.assigned_to === account}
            read={message.number <= row.read.customer}
          />
        ))}
        {replies
          .filter(({ clientId }) => !there.has(clientId))
          .map((reply) => (
            <Box component="li" key={reply.clientId} sx={{ textAlign: 'right', mb: 1 }}>
              <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', opacity: 0.7 }}>{reply.text}</Box>
              {reply.trouble === undefined ? (
                <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{t('chat.onItsWay')}</Box>
              ) : (
                <>
                  <Box sx={{ color: 'var(--red)' }}>{reply.trouble(t)}</Box>
                  <Button onClick={() => again(reply)}>{t('chat.sendAgain')}</Button>
                  <Button onClick={() => discard(reply)}>{t('ui.remove')}</Button>
                </>
              )}
            </Box>
          ))}
      </Box>
    </Box>
  );
}

/**
 * Marks a conversation as read, which the customer sees, while an operator who may answer has it open and has recently used
 * the console.
 */
function useRead({ row }: Whole): void {
  const { call } = useApi();
  const account = useOperator()?.account ?? '';
  const answers = row.assigned_to === null || row.assigned_to === account;
  const { id, last, read } = row;
  useEffect(() => {
    const look = (): void => {
      if (!answers || read.house >= last || document.visibilityState !== 'visible' || !sitsHere()) return;
      // A failed call is not retried, because the next one has the same effect.
      call('POST chat_read', { id, number: last }).catch(() => undefined);
    };
    look();
    const moments = ['visibilitychange', 'keydown', 'pointerdown', 'wheel'] as const;
    for (const moment of moments) document.addEventListener(moment, look, { passive: true });
    return () => moments.forEach((moment) => document.removeEventListener(moment, look));
  }, [call, id, last, read.house, answers]);
}
