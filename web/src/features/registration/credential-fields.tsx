/** The fields shared by registration and password reset: the address, and the code mailed to it. */
import { useTranslations } from 'use-intl';
import { MailedCode } from '../../parts/mailed-code.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CredentialForm } from './use-credential-form.ts';

export type AddressFieldsProps = {
  readonly purpose: 'register' | 'reset';
  readonly credentials: Pick<CredentialForm<never>, 'form' | 'bind' | 'edit' | 'show'>;
};

export function AddressFields({ purpose, credentials }: AddressFieldsProps) {
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
    </>
  );
}
