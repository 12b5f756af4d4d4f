/**
 * The screen that sets a new password with a mailed code or link, and with the second factor if there is one. It doesn't reveal
 * whether the address has an account.
 */
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { navigate } from '../../lib/hash-history.ts';
import { loginLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { Screen } from '../../parts/screen.tsx';
import { AddressFields } from './credential-fields.tsx';
import { credentialProblems } from './credentials.ts';
import { useMailedLink } from './mailed-link.ts';
import { useCredentialForm } from './use-credential-form.ts';

const options = { name: 'forgot', own: {} };

export function ForgotPasswordScreen() {
  const { toastSuccess } = useApi();
  const t = useTranslations('registration');
  const credentials = useCredentialForm(options);
  const { form, bind, show, refuse, clear } = credentials;
  const forget = useConfirmed('POST user/forget', { showsRefusal: true });
  const link = useMailedLink();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problems = credentialProblems(form);
    if (link !== undefined) {
      delete problems.email;
      delete problems.code;
    }
    if (show(problems)) return;
    const answer = await forget.send({ ...form, email: form.email.trim(), ...link });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('password_changed');
      navigate(loginLink(), { replace: true });
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  return (
    <Screen>
      <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-6">
        <p className="text-base text-soft">
          {link === undefined ? t('forgotIntro') : t('forgotLinked', { email: link.email })}
        </p>
        {link === undefined && <AddressFields purpose="reset" credentials={credentials} />}
        <NewPasswordFields label={t('newPassword')} bind={bind} />
        <p className="text-sm text-quiet">{t('forgotDevices')}</p>
        <Button block type="submit" busy={forget.busy}>
          {t('setPassword')}
        </Button>
      </form>
    </Screen>
  );
}
