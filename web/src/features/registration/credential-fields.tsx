/** The fields shared by registration and password reset: address, mailed code, and the new password twice. */
import { useTranslations } from 'use-intl';
import { MailedCode } from '../../parts/mailed-code.tsx';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CredentialForm } from './use-credential-form.ts';

export type CredentialFieldsProps = {
  readonly passwordLabel: string;
  readonly purpose: 'register' | 'reset';
  readonly credentials: Pick<CredentialForm<never>, 'form' | 'bind' | 'edit' | 'show'>;
};

export function CredentialFields({ passwordLabel, purpose, credentials }: CredentialFieldsProps) {
  const t = useTranslations('registration');
  const { form, bind, edit, show } = credentials;
  return (
    <>
      <TextField
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={120}
        {...bind('email')}
      />
      <MailedCode
        purpose={purpose}
        email={form.email}
        value={form.code}
        error={bind('code').error}
        onChange={(code) => edit('code', code)}
        onBadEmail={() => show({ email: 'registration.emailForm' })}
      />
      <NewPasswordFields label={passwordLabel} bind={bind} />
    </>
  );
}
