/**
 * The screen that changes the password, or sets the first password of an account with a wallet login. Both actions log out all
 * other devices.
 */
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { accountLink } from '../../lib/links.ts';
import { newPasswordProblems, newPasswordRefusals } from '../../lib/new-password.ts';
import { useCall } from '../../lib/queries.ts';
import { useFinish } from '../../lib/resolving.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Screen } from '../../parts/screen.tsx';

const empty = { old_password: '', password: '', re_password: '' };
type Field = keyof typeof empty;
const fields: readonly Field[] = ['old_password', 'password', 're_password'];

export function ChangePasswordScreen() {
  const { toastSuccess } = useApi();
  const t = useTranslations('session');
  const finish = useFinish(accountLink);
  const [typed, setTyped] = useState(empty);
  const overview = useCall('GET safe/overview', {}, { enabled: useSignedIn() });
  // While this is unknown, the form asks for the old password, because nearly every account has a password.
  const isFirst = overview.data?.has_password === false;
  const { errorAt, show, forgive, refuse } = useFieldErrors(fields, {
    old_password_wrong: 'old_password',
    ...newPasswordRefusals,
  });
  const update = useConfirmed('POST safe/update_password', { showsRefusal: true });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = show({
      ...newPasswordProblems(typed),
      old_password: !isFirst && typed.old_password === '' ? 'session.passwordMissing' : undefined,
    });
    if (wrong) return;
    const { old_password, ...password } = typed;
    const answer = await update.send(isFirst ? password : { ...password, old_password });
    if (answer?.type === 'ok') {
      toastSuccess('password_changed');
      finish();
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  const bind = (field: Field) => ({
    value: typed[field],
    error: errorAt(field),
    onChange: (event: { target: { value: string } }) => {
      setTyped((before) => ({ ...before, [field]: event.target.value }));
      forgive(field);
    },
  });

  return (
    <Screen>
      <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-6">
        {!isFirst && (
          <PasswordField label={t('oldPassword')} autoComplete="current-password" {...bind('old_password')} />
        )}
        <NewPasswordFields label={t('newPassword')} bind={bind} />
        <p className="text-sm text-quiet">{t('otherDevices')}</p>
        <Button block type="submit" busy={update.busy}>
          {t('changePassword')}
        </Button>
      </form>
    </Screen>
  );
}
