/** A new password with a mailed code, and the second factor where there is one. Whether the address has an account is not told here either. */
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { toastSuccess } from '../../lib/api.ts';
import { navigate } from '../../lib/hash-history.ts';
import { loginLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { credentialProblems } from './credentials.ts';
import { useCredentialForm } from './use-credential-form.ts';

const options = { name: 'forgot', own: {} };

export function ForgotPasswordScreen() {
  const t = useTranslations('registration');
  const credentials = useCredentialForm(options);
  const { form, show, refuse, clear } = credentials;
  const forget = useConfirmed('POST user/forget', { showsRefusal: true });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (show(credentialProblems(form))) return;
    const answer = await forget.send({ ...form, email: form.email.trim() });
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
        <p className="text-base text-soft">{t('forgotIntro')}</p>
        <CredentialFields passwordLabel={t('newPassword')} credentials={credentials} />
        <p className="text-sm text-quiet">{t('forgotDevices')}</p>
        <Button block type="submit" busy={forget.busy}>
          {t('setPassword')}
        </Button>
      </form>
    </Screen>
  );
}
