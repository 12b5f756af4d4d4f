/** The reply field: Enter sends, Shift+Enter starts a new line, and a slash at the start offers canned answers. */
import { Box, Button, MenuItem, Paper, TextField } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { CHAT_TEXT_MAX } from '@candor/protocol/chat/schemas.ts';
import type { KeyboardEvent, RefObject } from 'react';
import { useRef, useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useAsk } from '../../lib/queries.ts';

type Canned = ConsoleOutput<'GET chat_canned'>[number];
const OFFERED_MAX = 8;
const TYPING_EVERY_MS = 3000;

/**
 * Returns the answers whose name or title contains the text typed after the slash, with those in the customer's language
 * first.
 */
function offeredFor(all: readonly Canned[], typed: string, language: string): readonly Canned[] {
  const wanted = typed.slice(1).trim().toLowerCase();
  const hits = all.filter(({ slug, title }) => slug.includes(wanted) || title.toLowerCase().includes(wanted));
  const own = (one: Canned): number => (one.language === language ? 0 : 1);
  return hits.toSorted((one, other) => own(one) - own(other)).slice(0, OFFERED_MAX);
}

export type ReplyFieldProps = {
  readonly id: string;
  readonly language: string;
  readonly disabled: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onSend: (text: string) => void;
};

export function ReplyField({ id, language, disabled, field, onSend }: ReplyFieldProps) {
  const { call } = useApi();
  const t = useSay();
  // Drafts are kept by conversation, so that the operator can switch between conversations.
  const { draft, change } = useDraft(`chat ${id}`, { text: '' });
  const { text } = draft;
  const [chosen, setChosen] = useState(0);
  const typingSentMs = useRef(0);
  const answers = useAsk('GET chat_canned', {});
  const isAsking = text.startsWith('/') && !text.includes('\n');
  const offered = isAsking ? offeredFor(answers.data ?? [], text, language) : [];
  const pick = offered[Math.min(chosen, offered.length - 1)];

  const write = (next: string): void => {
    change({ text: next });
    setChosen(0);
    if (next === '' || next.startsWith('/') || Date.now() - typingSentMs.current < TYPING_EVERY_MS) return;
    typingSentMs.current = Date.now();
    // A failed call is not retried, because the next key press repeats it.
    call('POST chat_typing', { id }).catch(() => undefined);
  };
  const take = (one: Canned): void => {
    change({ text: one.text });
    field.current?.focus();
  };
  const send = (): void => {
    if (text.trim() === '' || isAsking) return;
    onSend(text.trim());
    change({ text: '' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (isAsking && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen((before) => Math.max(0, Math.min(offered.length - 1, before + step)));
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (pick === undefined) send();
      else take(pick);
    }
  };

  return (
    <Box sx={{ position: 'relative', display: 'flex', gap: 1, alignItems: 'flex-end' }}>
      {isAsking && (
        <Paper
          elevation={6}
          role="listbox"
          aria-label={t('chat.canned')}
          sx={{ position: 'absolute', bottom: '100%', left: 0, right: 0, mb: 0.5, zIndex: 1 }}
        >
          {offered.length === 0 && <Box sx={{ p: 1.5, color: 'text.secondary' }}>{t('chat.noCanned')}</Box>}
          {offered.map((one) => (
            <MenuItem
              key={`${one.slug} ${one.language}`}
              role="option"
              aria-selected={one === pick}
              selected={one === pick}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
            >
              <b>{`/${one.slug}`}</b>&nbsp;{one.title}
              <Box component="span" sx={{ ml: 'auto', pl: 2, color: 'text.secondary' }}>
                {one.language}
              </Box>
            </MenuItem>
          ))}
        </Paper>
      )}
      <TextField
        label={t('chat.answer')}
        placeholder={t('chat.answerHint')}
        multiline
        maxRows={8}
        fullWidth
        size="small"
        margin="none"
        disabled={disabled}
        value={text}
        inputRef={field}
        slotProps={{ htmlInput: { maxLength: CHAT_TEXT_MAX } }}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="contained" disabled={disabled} onClick={send}>
        {t('ui.send')}
      </Button>
    </Box>
  );
}
