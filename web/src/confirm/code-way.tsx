/** Confirmation by the authenticator's six digits or by a recovery code. */
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { WayProps } from './confirmation-sheet.tsx';

const CODE = /^\d{6}$/;

export function CodeWay({ question, wrong, recovery = false }: WayProps & { readonly recovery?: boolean }) {
  const t = useTranslations('confirm');
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const given = code.trim();
    const complete = recovery ? given !== '' : CODE.test(given);
    setIncomplete(!complete);
    if (complete) question.answer({ totp: given });
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-soft">{t(recovery ? 'recoveryText' : 'totpText')}</p>
      <TextField
        label={t(recovery ? 'recoveryCode' : 'totp')}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={recovery ? 40 : 6}
        value={code}
        error={incomplete ? t(recovery ? 'recoveryMissing' : 'totpForm') : wrong}
        onChange={(event) => {
          setCode(recovery ? event.target.value : event.target.value.replace(/\D/g, ''));
          setIncomplete(false);
        }}
      />
      <Button block type="submit" busy={question.busy}>
        {t('confirm')}
      </Button>
    </form>
  );
}
