/** The inbox of customer service: the conversations on the left, the open one in the middle, and its customer on the right. */
import { Box, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import type { ChatRow } from '@candor/protocol/chat/console.ts';
import { useEffect, useRef, useState } from 'react';
import { LinkBase, useNavigate, useParams } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Asked, Nothing, useTitle } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { useAsk } from '../../lib/queries.ts';
import { useServerSeconds } from '../../lib/server-clock.ts';
import { duration } from '../../lib/times.ts';
import { Beside } from './beside.tsx';
import { Conversation } from './conversation.tsx';
import type { Shown } from './inbox-rows.ts';
import { useInbox } from './use-chat.ts';

const SHOWN: readonly Shown[] = ['all', 'waiting', 'mine'];
const SEARCH_AFTER_MS = 300;

export function ChatPage() {
  const t = useSay();
  const { id } = useParams();
  const navigate = useNavigate();
  const [show, setShow] = useState<Shown>('all');
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const inbox = useInbox({ show, q });
  const search = useRef<HTMLInputElement>(null);
  const rows = inbox.data?.items ?? [];
  // The open conversation may not be in the list that is shown.
  const asked = useAsk('GET chat_conversation', { id: id ?? '' }, { enabled: id !== undefined });
  const open = rows.find((row) => row.id === id) ?? asked.data?.row;
  useTitle(t('chat.title'));
  const step = (by: number): void => {
    const at = rows.findIndex((row) => row.id === id);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next !== undefined) navigate(`/chat/${next.id}`);
  };
  useConsoleKeys({
    next: () => step(1),
    previous: () => step(-1),
    search: () => search.current?.focus(),
    back: () => navigate('/chat'),
  });
  return (
    <Box
      sx={{
        height: '100%',
        display: 'grid',
        gridTemplateColumns: '280px minmax(0, 1fr) 280px',
        minHeight: 0,
      }}
    >
      <Box
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, borderRight: '1px solid var(--line)' }}
      >
        <Box sx={{ p: 1.5, display: 'flex', flexDirection: 'column', gap: 1 }}>
          <Typography component="h1" sx={{ fontSize: 20, fontWeight: 650 }}>
            {t('chat.title')}
          </Typography>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={show}
            aria-label={t('chat.show')}
            onChange={(_, next: Shown | null) => setShow(next ?? show)}
          >
            {SHOWN.map((one) => (
              <ToggleButton key={one} value={one} sx={{ flex: 1, py: 0.25, color: 'var(--ink-soft)' }}>
                {t(`chat.shown.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <TextField
            size="small"
            margin="none"
            label={t('ui.search')}
            value={typed}
            inputRef={search}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Box>
        <Asked of={inbox}>
          {({ items, next }) =>
            items.length === 0 ? (
              <Box sx={{ px: 1.5 }}>
                <Nothing>{t('chat.empty')}</Nothing>
              </Box>
            ) : (
              <Box
                component="ul"
                aria-label={t('chat.conversations')}
                sx={{ m: 0, p: 0, overflow: 'auto', flex: 1 }}
              >
                {items.map((row) => (
                  <InboxRow key={row.id} row={row} here={row.id === id} />
                ))}
                {next !== null && (
                  <Box
                    component="li"
                    sx={{ listStyle: 'none', p: 1.5, fontSize: 13, color: 'text.secondary' }}
                  >
                    {t('chat.more')}
                  </Box>
                )}
              </Box>
            )
          }
        </Asked>
      </Box>
      {id === undefined ? (
        <Box sx={{ p: 2 }}>
          <Nothing>{t('chat.hint')}</Nothing>
        </Box>
      ) : (
        <Conversation key={id} id={id} />
      )}
      <Box
        role="region"
        aria-label={t('chat.whoAsks')}
        tabIndex={0}
        sx={{ overflow: 'auto', p: 1.5, borderLeft: '1px solid var(--line)' }}
      >
        {open !== undefined && <Beside customer={open.customer} />}
      </Box>
    </Box>
  );
}

function InboxRow({ row, here }: { row: ChatRow; here: boolean }) {
  const t = useSay();
  const now = useServerSeconds();
  const waits = row.waiting_since === null ? undefined : duration(t, now - row.waiting_since);
  return (
    <Box component="li" sx={{ listStyle: 'none', borderBottom: '1px solid var(--line)' }}>
      <Box
        component={LinkBase}
        to={`/chat/${row.id}`}
        aria-current={here ? 'page' : undefined}
        sx={{
          display: 'block',
          px: 1.5,
          py: 1,
          color: 'var(--ink)',
          textDecoration: 'none',
          backgroundColor: here ? 'var(--accent-wash)' : 'transparent',
          '&:focus-visible': { outlineOffset: '-2px' },
        }}
      >
        <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
          <Box component="b" sx={{ mr: 'auto', overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {row.account ?? t('ui.visitorNumber', { id: row.id })}
          </Box>
          {row.unread > 0 && (
            <StateChip state="under_review" says={t('chat.newCount', { count: row.unread })} />
          )}
          {waits !== undefined && <StateChip state={row.overdue ? 'overdue' : 'waiting'} says={waits} />}
        </Box>
        <Box
          sx={{
            fontSize: 13,
            color: 'text.secondary',
            overflow: 'hidden',
            whiteSpace: 'nowrap',
            textOverflow: 'ellipsis',
          }}
        >
          {row.last_text === '' ? t('chat.pictureOrEvidence') : row.last_text}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          {[
            row.language,
            row.assigned_to ?? t('chat.unassigned'),
            row.status === 'closed' ? t('chat.closed') : '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </Box>
      </Box>
    </Box>
  );
}

/** Returns the search text once the operator has stopped typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
