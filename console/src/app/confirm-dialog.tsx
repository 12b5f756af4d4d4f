/**
 * The dialog in which the operator confirms their identity, shown over the screen that needs the confirmation, which keeps its
 * input. The operator can use the browser's key (demo only, one click), a passkey, or a code from the authenticator.
 */
import { useSlice } from '@candor/client/app-state.ts';
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FormEvent } from 'react';
import { useSay } from '../i18n/say.ts';
import { useApi } from '../lib/api.ts';
import { createConfirming } from '../lib/confirming.ts';
import { hasPasskeys } from '../lib/passkeys.ts';
import { useSession } from '../lib/queries.ts';
import { useSending } from '../lib/use-sending.ts';

export function ConfirmDialog() {
  const { isConfirming, onConfirmingChange } = useSlice(createConfirming);
  const open = useSyncExternalStore(onConfirmingChange, isConfirming);
  return open ? <OpenDialog /> : null;
}

function OpenDialog() {
  const { call, provedByKey } = useApi();
  const { endConfirming } = useSlice(createConfirming);
  const t = useSay();
  const session = useSession();
  const [totp, setTotp] = useState('');
  const [noKey, setNoKey] = useState(false);
  const { send, sending, trouble } = useSending();
  const prove = async (proof: { totp: string } | { signed: string }): Promise<void> => {
    if ((await send(() => call('POST confirm', proof))) !== undefined) endConfirming(true);
  };
  const byKey = async (): Promise<void> => {
    const signed = await provedByKey();
    setNoKey(signed === undefined);
    if (signed !== undefined) await prove({ signed });
  };
  const byCode = (event: FormEvent): void => {
    event.preventDefault();
    if (!sending) void prove({ totp: totp.replace(/\s/g, '') });
  };
  const isBrowsers = session?.key !== undefined;
  return (
    <Dialog open onClose={() => endConfirming(false)} aria-labelledby="confirm-title" transitionDuration={0}>
      <DialogTitle id="confirm-title">{t('frame.confirm.title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 440 }}>
        {t('frame.confirm.why')}
        {(isBrowsers || hasPasskeys()) && (
          <KeyButton
            label={t(isBrowsers ? 'frame.confirm.itsMe' : 'frame.confirm.usePasskey')}
            onPress={() => void byKey()}
          />
        )}
        <form id="confirm-code" onSubmit={byCode}>
          <TextField
            label={t('ui.authenticatorCode')}
            name="totp"
            autoComplete="one-time-code"
            fullWidth
            value={totp}
            onChange={(event) => setTotp(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </form>
        {noKey && <Alert severity="error">{t('ui.signing.noPasskey')}</Alert>}
        {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => endConfirming(false)}>{t('ui.cancel')}</Button>
        <Button type="submit" form="confirm-code" aria-disabled={sending}>
          {t('frame.confirm.withCode')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Focuses the button after mounting, because the dialog would otherwise take the focus itself. */
function KeyButton({ label, onPress }: { label: string; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button
      ref={button}
      variant="contained"
      sx={{ backgroundColor: '#1450e6', color: '#fff' }}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
