/** Changing the password; every other device is logged out by it. */
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { toastSuccess } from '../../lib/api.ts';
import { goBack } from '../../lib/hash-history.ts';
import { passwordProblem } from '../../lib/password-strength.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';

const empty = { old_password: '', password: '', re_password: '' };
type Field = keyof typeof empty;
const fields: readonly Field[] = ['old_password', 'password', 're_password'];

export function ChangePasswordScreen() {
  const t = useTranslations('session');
  const problems = useTranslations('ui.passwordProblem');
  const [typed, setTyped] = useState(empty);
  const { errors, show, forgive, refuse } = useFieldErrors(fields, {
    old_password_wrong: 'old_password',
    password_length: 'password',
    password_common: 'password',
    passwords_differ: 're_password',
  });
  const update = useCommand('POST safe/update_password');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problem = passwordProblem(typed.password);
    const wrong = show({
      old_password: typed.old_password === '' ? t('passwordMissing') : undefined,
      password: problem === undefined ? undefined : problems(problem),
      re_password: typed.re_password === typed.password ? undefined : problems('differ'),
    });
    if (wrong) return;
    const answer = await update.send(typed);
    if (answer?.type === 'ok') {
      toastSuccess('password_changed');
      goBack('/pages/me/newIndex');
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  const bind = (field: Field, autoComplete: string) => ({
    autoComplete,
    value: typed[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => {
      setTyped((before) => ({ ...before, [field]: event.target.value }));
      forgive(field);
    },
  });

  return (
    <Screen>
      <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-6">
        <PasswordField label={t('oldPassword')} {...bind('old_password', 'current-password')} />
        <PasswordField label={t('newPassword')} {...bind('password', 'new-password')} />
        <StrengthMeter password={typed.password} />
        <PasswordField label={t('repeatPassword')} {...bind('re_password', 'new-password')} />
        <p className="text-sm text-quiet">{t('otherDevices')}</p>
        <Button block type="submit" busy={update.busy}>
          {t('changePassword')}
        </Button>
      </form>
    </Screen>
  );
}
