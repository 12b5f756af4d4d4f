/** Opening an account. What was typed stays through a refusal and a reload, except the passwords. */
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { toastSuccess } from '../../lib/api.ts';
import { useDemo } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useParam } from '../../lib/location.ts';
import { signIn } from '../../lib/sign-in.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { MailedCode } from './mailed-code.tsx';
import { emptyDraft, emptyPasswords, registerFields, registerProblems } from './register-form.ts';
import type { RegisterField } from './register-form.ts';

/** A demo offers the house's own invite code. */
function InviteHint({ typed, onUse }: { readonly typed: string; readonly onUse: (code: string) => void }) {
  const t = useTranslations('registration');
  const code = useDemo()?.invite_code;
  if (code === undefined || code === typed) return null;
  return (
    <button type="button" onClick={() => onUse(code)} className="min-h-11 font-medium text-accent">
      {t('useInvite', { code })}
    </button>
  );
}

export function RegisterScreen() {
  const t = useTranslations('registration');
  const back = useParam('back');
  const { draft, change, clear } = useDraft('register', emptyDraft);
  const [passwords, setPasswords] = useState(emptyPasswords);
  const { errors, show, forgive, refuse } = useFieldErrors<RegisterField>(registerFields, {
    account_taken: 'account',
    code_wrong: 'code',
    invite_code_wrong: 'invite_code',
    password_length: 'password',
    password_common: 'password',
    passwords_differ: 're_password',
    too_young: 'birth_date',
  });
  const register = useCommand('POST user/register');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const form = { ...draft, ...passwords };
    const problems = registerProblems(form);
    const texts = Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, t(problem)]));
    if (show(texts)) return;
    const answer = await register.send({
      ...form,
      email: form.email.trim(),
      invite_code: form.invite_code.trim(),
    });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('register_done');
      signIn(answer.message, back);
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  const bind = (field: keyof typeof emptyDraft) => ({
    value: draft[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => {
      change({ [field]: event.target.value });
      forgive(field);
    },
  });
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
        <TextField
          label={t('account')}
          hint={t('accountHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          {...bind('account')}
        />
        <TextField
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={120}
          {...bind('email')}
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
        <PasswordField label={t('password')} {...bindPassword('password')} />
        <StrengthMeter password={passwords.password} />
        <PasswordField label={t('repeatPassword')} {...bindPassword('re_password')} />
        <TextField label={t('birthDate')} type="date" autoComplete="bday" {...bind('birth_date')} />
        <TextField
          label={t('inviteCode')}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={20}
          {...bind('invite_code')}
          hint={<InviteHint typed={draft.invite_code} onUse={(code) => change({ invite_code: code })} />}
        />
        <Button block type="submit" busy={register.busy}>
          {t('createAccount')}
        </Button>
        <p className="text-center text-sm text-soft">
          {t('haveAccount')}{' '}
          <Link
            href="/pages/login/index"
            className="inline-flex min-h-11 items-center font-medium text-accent"
          >
            {t('logIn')}
          </Link>
        </p>
      </form>
    </Screen>
  );
}
