/** The form that adds a passkey: its name, followed by the device's own prompt. */
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { makePasskey, passkeysSupported } from '../../confirm/passkey.ts';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { deviceName } from './device-name.ts';

export type AddPasskeyProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: () => void;
};

export function AddPasskey({ open, onClose, onAdded }: AddPasskeyProps) {
  const t = useTranslations('security.passkeys');
  const failures = useTranslations('confirm.passkeyFailure');
  const [named] = useState(() => ({ name: deviceName(navigator.userAgent) }));
  const { draft, change, clear } = useDraft('passkey', named);
  const { name } = draft;
  const [failure, setFailure] = useState<string>();
  const [waiting, setWaiting] = useState(false);
  const { errorAt, show, forgive, refuse } = useFieldErrors(['name'], {
    passkey_wrong: 'name',
    passkeys_too_many: 'name',
  });
  const options = useCommand('POST safe/passkey_options', { showsRefusal: true });
  const add = useConfirmed('POST safe/passkey_add', { showsRefusal: true });

  async function make(): Promise<void> {
    const creation = await options.send({});
    if (creation?.type === 'error') refuse(creation);
    if (creation?.type !== 'ok') return;
    const made = await makePasskey(creation.message);
    if ('failure' in made) {
      setFailure(failures(made.failure));
      return;
    }
    const answer = await add.send({ created: made.json, name: name.trim() });
    if (answer?.type === 'ok') {
      clear();
      onAdded();
    } else if (answer !== undefined) refuse(answer);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailure(passkeysSupported() ? undefined : failures('unsupported'));
    if (!passkeysSupported()) return;
    if (show({ name: name.trim() === '' ? 'security.passkeys.nameMissing' : undefined })) return;
    setWaiting(true);
    try {
      await make();
    } finally {
      setWaiting(false);
    }
  }

  return (
    <Sheet typing open={open} onClose={onClose} title={t('add')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <p className="text-sm text-soft">{t('addText')}</p>
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="off"
          maxLength={40}
          value={name}
          error={errorAt('name')}
          onChange={(event) => {
            change({ name: event.target.value });
            forgive('name');
          }}
        />
        {failure !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        )}
        <Button block type="submit" busy={waiting}>
          {t('make')}
        </Button>
      </form>
    </Sheet>
  );
}
