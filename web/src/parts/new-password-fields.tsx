/** The two fields for a new password, with its estimated strength. */
import { useTranslations } from 'use-intl';
import type { NewPassword } from '../lib/new-password.ts';
import { passwordStrength } from '../lib/new-password.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { StrengthMeter } from '../ui/strength-meter.tsx';

export type NewPasswordFieldsProps = {
  readonly label: string;
  readonly bind: (field: keyof NewPassword) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
};

export function NewPasswordFields({ label, bind }: NewPasswordFieldsProps) {
  const t = useTranslations('ui');
  const password = bind('password').value;
  return (
    <>
      <PasswordField label={label} autoComplete="new-password" {...bind('password')} />
      <StrengthMeter strength={password === '' ? undefined : passwordStrength(password)} />
      <PasswordField label={t('repeatPassword')} autoComplete="new-password" {...bind('re_password')} />
    </>
  );
}
