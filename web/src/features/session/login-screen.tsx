/**
 * The login screen: by account name or email, with a second factor if there is one; by a passkey alone; or by a browser wallet.
 * In a demo, a tap logs in one of the example customers.
 */
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { forgotLink, registerLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { signIn } from '../../lib/sign-in.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Screen } from '../../parts/screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DemoLogins } from './demo-logins.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

const emptyDraft = { account: '' };

function OtherWays({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('session');
  return (
    <section aria-label={t('otherWays')} className="gutter space-y-3 pt-4">
      <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {children}
    </section>
  );
}

function OtherPages() {
  const t = useTranslations('session');
  return (
    <div className="flex justify-between gap-4 text-base font-medium text-accent">
      <Link href={registerLink} className="flex min-h-11 items-center">
        {t('createAccount')}
      </Link>
      <Link href={forgotLink} className="flex min-h-11 items-center text-right">
        {t('forgot')}
      </Link>
    </div>
  );
}

/** `wallet` is the login by browser wallet, which another feature provides. */
export function LoginScreen({ wallet }: { readonly wallet: ReactNode }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('session');
  const back = useParam('back');
  const { draft, change, clear } = useDraft('login', emptyDraft);
  const [password, setPassword] = useState('');
  const { errorAt, show, forgive, refuse } = useFieldErrors(['account', 'password'], {
    login_wrong: 'password',
  });
  const login = useConfirmed('POST user/login', { showsRefusal: true });

  function enter(token: string): void {
    clear();
    toastSuccess('login_done');
    signIn(token, back);
  }

  async function send(account: string, secret: string): Promise<void> {
    const answer = await login.send({ account, password: secret });
    if (answer?.type === 'ok') enter(answer.message);
    else if (answer !== undefined) refuse(answer);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = show({
      account: draft.account.trim() === '' ? 'session.accountMissing' : undefined,
      password: password === '' ? 'session.passwordMissing' : undefined,
    });
    if (!wrong) void send(draft.account.trim(), password);
  }

  return (
    <Screen>
      <form noValidate onSubmit={submit} className="gutter space-y-4 pt-6">
        <TextField
          label={t('account')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.account}
          error={errorAt('account')}
          onChange={(event) => {
            change({ account: event.target.value });
            forgive('account');
          }}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          value={password}
          error={errorAt('password')}
          onChange={(event) => {
            setPassword(event.target.value);
            forgive('password');
          }}
        />
        <Button block type="submit" busy={login.busy}>
          {t('logIn')}
        </Button>
        <OtherPages />
      </form>
      <OtherWays>
        <PasskeySignIn onToken={enter} />
        {wallet}
      </OtherWays>
      <DemoLogins busy={login.busy} onChoose={(customer) => void send(customer.account, customer.password)} />
    </Screen>
  );
}
