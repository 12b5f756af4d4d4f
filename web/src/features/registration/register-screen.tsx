/** The registration form: name, credentials and invite code. */
import { useMemo } from 'react';
import type { ComponentType, FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { toastSuccess } from '../../lib/api.ts';
import { useDemo } from '../../lib/customer.ts';
import { loginLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { signIn } from '../../lib/sign-in.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { Screen } from '../../parts/screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { useMailedLink } from './mailed-link.ts';
import { emptyPerson, registerProblems } from './register-form.ts';
import { useCredentialForm } from './use-credential-form.ts';

const about = {
  account_taken: 'account',
  invite_code_wrong: 'invite_code',
  too_young: 'birth_date',
} as const;

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

export type RegisterScreenProps = {
  /** The registration by browser wallet, which another feature provides and which receives the invite code typed here. */
  readonly wallet: ComponentType<{ readonly inviteCode: string }>;
};

export function RegisterScreen({ wallet: Wallet }: RegisterScreenProps) {
  const t = useTranslations('registration');
  const back = useParam('back');
  // An inviter's link fills in the code.
  const invited = useParam('invite') ?? '';
  const own = useMemo(() => ({ ...emptyPerson, invite_code: invited.slice(0, 20) }), [invited]);
  const credentials = useCredentialForm({ name: 'register', own, about });
  const { form, bind, edit, show, refuse, clear } = credentials;
  const register = useCommand('POST user/register', { showsRefusal: true });
  const link = useMailedLink();
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problems = registerProblems(form);
    if (link !== undefined) {
      delete problems.email;
      delete problems.code;
    }
    if (show(problems)) return;
    const answer = await register.send({
      ...form,
      email: form.email.trim(),
      invite_code: form.invite_code.trim(),
      ...link,
    });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('register_done');
      signIn(answer.message, back);
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  return (
    <Screen>
      <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-6">
        {link !== undefined && (
          <p className="text-base text-soft">{t('registerLinked', { email: link.email })}</p>
        )}
        <TextField
          label={t('account')}
          hint={t('accountHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          {...bind('account')}
        />
        {link === undefined ? (
          <CredentialFields passwordLabel={t('password')} purpose="register" credentials={credentials} />
        ) : (
          <NewPasswordFields label={t('password')} bind={bind} />
        )}
        <TextField label={t('birthDate')} type="date" autoComplete="bday" {...bind('birth_date')} />
        <TextField
          label={t('inviteCode')}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={20}
          {...bind('invite_code')}
          hint={<InviteHint typed={form.invite_code} onUse={(code) => edit('invite_code', code)} />}
        />
        <Button block type="submit" busy={register.busy}>
          {t('createAccount')}
        </Button>
        <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t('or')}
        </p>
        <Wallet inviteCode={form.invite_code.trim()} />
        <p className="text-center text-sm text-soft">
          {t('haveAccount')}{' '}
          <Link href={loginLink()} className="inline-flex min-h-11 items-center font-medium text-accent">
            {t('logIn')}
          </Link>
        </p>
      </form>
    </Screen>
  );
}
