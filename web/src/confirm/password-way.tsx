/** Confirmation by the password, for a customer without a second factor. */
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import type { WayProps } from './confirmation-sheet.tsx';

export function PasswordWay({ question, wrong }: WayProps) {
  const t = useTranslations('confirm');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setMissing(password === '');
    if (password !== '') question.answer({ current_password: password });
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-soft">{t('passwordText')}</p>
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        value={password}
        error={missing ? t('passwordMissing') : wrong}
        onChange={(event) => {
          setPassword(event.target.value);
          setMissing(false);
        }}
      />
      <Button block type="submit" busy={question.busy}>
        {t('confirm')}
      </Button>
    </form>
  );
}
