/** A new password with a mailed code. Whether the address has an account is not told here either. */
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { LOGIN_PATH, toastSuccess } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { navigate } from '../../lib/hash-history.ts';
import { passwordProblem } from '../../lib/password-strength.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { looksLikeEmail } from './email.ts';
import { MailedCode } from './mailed-code.tsx';

const emptyDraft = { email: '', code: '' };
const emptyPasswords = { password: '', re_password: '' };
const fields = ['email', 'code', 'password', 're_password'] as const;

export function ForgotPasswordScreen() {
  const t = useTranslations('registration');
  const passwordTexts = useTranslations('ui.passwordProblem');
  const { draft, change, clear } = useDraft('forgot', emptyDraft);
  const [passwords, setPasswords] = useState(emptyPasswords);
  const { errors, show, forgive, refuse } = useFieldErrors(fields, {
    code_wrong: 'code',
    password_length: 'password',
    password_common: 'password',
    passwords_differ: 're_password',
  });
  const forget = useCommand('POST user/forget');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problem = passwordProblem(passwords.password);
    const wrong = show({
      email: looksLikeEmail(draft.email) ? undefined : t('emailForm'),
      code: /^\d{6}$/.test(draft.code) ? undefined : t('codeForm'),
      password: problem === undefined ? undefined : passwordTexts(problem),
      re_password: passwords.password === passwords.re_password ? undefined : passwordTexts('differ'),
    });
    if (wrong) return;
    const answer = await forget.send({ ...draft, ...passwords, email: draft.email.trim() });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('password_changed');
      navigate(LOGIN_PATH, { replace: true });
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  const bindPassword = (field: keyof typeof emptyPasswords) => ({
    autoComplete: 'new-password',
    value: passwords[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => {
      setPasswords((before) => ({ ...before, [field]: event.target.value }));
      forgive(field);
    },
  });

  return (
    <Screen>
      <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-6">
        <p className="text-base text-soft">{t('forgotIntro')}</p>
        <TextField
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={120}
          value={draft.email}
          error={errors.email}
          onChange={(event) => {
            change({ email: event.target.value });
            forgive('email');
          }}
        />
        <MailedCode
          email={draft.email}
          value={draft.code}
          error={errors.code}
          onChange={(code) => {
            change({ code });
            forgive('code');
          }}
          onBadEmail={() => show({ email: t('emailForm') })}
        />
        <PasswordField label={t('newPassword')} {...bindPassword('password')} />
        <StrengthMeter password={passwords.password} />
        <PasswordField label={t('repeatPassword')} {...bindPassword('re_password')} />
        <p className="text-sm text-quiet">{t('forgotDevices')}</p>
        <Button block type="submit" busy={forget.busy}>
          {t('setPassword')}
        </Button>
      </form>
    </Screen>
  );
}
