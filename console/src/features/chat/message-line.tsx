/** One message. The text is rendered as plain text, without any markup; images and evidence open with a button. */
import { Alert, Box, Button } from '@mui/material';
import type { ConsoleMessage } from '@candor/protocol/chat/console.ts';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { Picture } from '../../kit/picture.tsx';
import { useApi } from '../../lib/api.ts';
import { useLook } from '../../lib/queries.ts';
import { localTime } from '../../lib/times.ts';
import { useSending } from '../../lib/use-sending.ts';

type Of = { readonly id: string; readonly message: ConsoleMessage };

function ChatPicture({ id, picture, own }: { id: string; picture: string; own: boolean }) {
  const t = useSay();
  const [open, setOpen] = useState(false);
  const looked = useLook('POST chat_picture', { id, picture }, open);
  if (!open) {
    return (
      <Button
        variant="outlined"
        onClick={() => setOpen(true)}
        title={own ? undefined : t('chat.goesOnRecord')}
      >
        {own ? t('chat.openPicture') : t('chat.openPictureRecord')}
      </Button>
    );
  }
  return (
    <Box sx={{ width: 420, maxWidth: '100%', height: 320, display: 'flex' }}>
      <Picture name={t('chat.picture')} of={looked} />
    </Box>
  );
}

type Evidence = NonNullable<ConsoleMessage['evidence']>;

function EvidenceFile({ id, evidence }: { id: string; evidence: Evidence }) {
  const { call } = useApi();
  const t = useSay();
  const { send, trouble } = useSending();
  const save = async (): Promise<void> => {
    const file = await send(() => call('GET chat_evidence_file', { id, evidence: evidence.id }));
    if (file === undefined) return;
    const address = URL.createObjectURL(new Blob([file.body], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <>
      <Button variant="outlined" onClick={() => void save()}>
        {t('chat.saveEvidence', { ticket: evidence.ticket, symbol: evidence.symbol })}
      </Button>
      {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
    </>
  );
}

export function MessageLine({ id, message, mine, read }: Of & { mine: boolean; read: boolean }) {
  const t = useSay();
  const house = message.from === 'house';
  const who = house
    ? (message.operator ?? t('ui.candorItself'))
    : t(message.from === 'visitor' ? 'ui.visitor' : 'ui.customer');
  const said = house ? (read ? 'chat.saidRead' : 'chat.saidSent') : 'chat.said';
  const { picture, evidence } = message;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexDirection: 'column', alignItems: house ? 'flex-end' : 'flex-start', mb: 1 }}
    >
      <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
        {t(said, { who, time: localTime(message.time) })}
      </Box>
      <Box
        sx={{
          maxWidth: '80%',
          px: 1.25,
          py: 0.75,
          borderRadius: 1.5,
          backgroundColor: house ? 'var(--accent-wash)' : 'var(--sunken)',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          display: 'flex',
          flexDirection: 'column',
          gap: 0.75,
        }}
      >
        {picture !== null && <ChatPicture id={id} picture={picture.id} own={mine} />}
        {evidence !== null && <EvidenceFile id={id} evidence={evidence} />}
        {message.text !== '' && <span>{message.text}</span>}
      </Box>
    </Box>
  );
}
