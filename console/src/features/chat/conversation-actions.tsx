/** Actions on a conversation: take, hand over, release, close, and attach evidence. All are recorded. */
import { Alert, Box, Button, MenuItem, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { useApi } from '../../lib/api.ts';
import { useOperator } from '../../lib/queries.ts';
import { useSending } from '../../lib/use-sending.ts';
import type { Conversation } from './use-chat.ts';

export function ConversationDeeds({ conversation }: { conversation: Conversation }) {
  const { call } = useApi();
  const t = useSay();
  const { row, colleagues } = conversation;
  const account = useOperator()?.account ?? '';
  const sending = useSending();
  const cache = useQueryClient();
  const mine = row.assigned_to === account;
  const isOpen = row.status === 'open';
  const { id, assigned_to: from, last } = row;

  const done = async (make: () => ReturnType<typeof call<'POST chat_assign'>>): Promise<void> => {
    const after = await sending.send(make);
    // After a refusal, shows the current state of the conversation.
    if (after === undefined) await cache.invalidateQueries({ queryKey: ['GET chat_conversation', { id }] });
  };
  const take = (): void => void done(() => call('POST chat_assign', { id, from }));
  const release = (): void => void done(() => call('POST chat_release', { id }));
  useConsoleKeys({
    ...(isOpen && !mine ? { approve: take } : {}),
    ...(isOpen && mine ? { release } : {}),
  });
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {isOpen && !mine && (
          <Button variant="contained" onClick={take} aria-keyshortcuts="a">
            {from === null ? t('chat.take') : t('chat.takeFrom', { account: from })}
          </Button>
        )}
        {isOpen && mine && (
          <Button variant="outlined" onClick={release} aria-keyshortcuts="l">
            {t('chat.giveBack')}
          </Button>
        )}
        {isOpen && (
          <TextField
            select
            size="small"
            margin="none"
            label={t('chat.handTo')}
            value=""
            sx={{ minWidth: 150 }}
            onChange={(event) =>
              void done(() => call('POST chat_assign', { id, from, to: event.target.value }))
            }
          >
            {colleagues
              .filter((one) => one !== from)
              .map((one) => (
                <MenuItem key={one} value={one}>
                  {one}
                </MenuItem>
              ))}
          </TextField>
        )}
        {isOpen && (mine || from === null) && (
          <Button variant="outlined" onClick={() => void done(() => call('POST chat_close', { id, last }))}>
            {t('chat.closeIt')}
          </Button>
        )}
        {isOpen && mine && row.customer !== null && <AttachEvidence id={id} />}
      </Box>
      {sending.trouble !== undefined && <Alert severity="error">{sending.trouble}</Alert>}
    </>
  );
}

/**
 * Parses the number of a fill: "4711" is the newest fill of the order or position 4711, "4711/0" the opening of the position,
 * and "4711/2" the second leg or closing.
 */
function dealOf(typed: string): { readonly ticket: string; readonly fill?: number } | undefined {
  const [, ticket, fill] = /^(\d{1,18})(?:\/(\d{1,4}))?$/.exec(typed) ?? [];
  if (ticket === undefined) return undefined;
  return fill === undefined ? { ticket } : { ticket, fill: Number(fill) };
}

function AttachEvidence({ id }: { id: string }) {
  const { call } = useApi();
  const t = useSay();
  const [typed, setTyped] = useState('');
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const sending = useSending();
  const attach = async (): Promise<void> => {
    const deal = dealOf(typed);
    if (deal === undefined) return;
    const sent = await sending.send(() => call('POST chat_evidence', { id, client_id: clientId, ...deal }));
    if (sent === undefined) return;
    setTyped('');
    setClientId(crypto.randomUUID());
  };
  return (
    <Box
      component="form"
      sx={{ display: 'flex', gap: 1, alignItems: 'center' }}
      onSubmit={(event) => {
        event.preventDefault();
        void attach();
      }}
    >
      <TextField
        size="small"
        margin="none"
        label={t('chat.evidence')}
        title={t('chat.evidenceHint')}
        value={typed}
        error={sending.trouble !== undefined}
        helperText={sending.trouble}
        sx={{ width: 170 }}
        onChange={(event) => {
          setTyped(event.target.value.trim());
          sending.clear();
        }}
      />
      <Button type="submit" disabled={dealOf(typed) === undefined || sending.sending}>
        {t('chat.attach')}
      </Button>
    </Box>
  );
}
