/** Logging in by account name or e-mail; in a demo the example customers are one tap away. */
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { toastSuccess } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { forgotLink, registerLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { signIn } from '../../lib/sign-in.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DemoLogins } from './demo-logins.tsx';

const emptyDraft = { account: '' };

export function LoginScreen() {
  const t = useTranslations('session');
  const back = useParam('back');
  const { draft, change, clear } = useDraft('login', emptyDraft);
  const [password, setPassword] = useState('');
  const { errorAt, show, forgive, refuse } = useFieldErrors(['account', 'password'], {
    login_wrong: 'password',
  });
  const login = useCommand('POST user/login', { showsRefusal: true });

  async function enter(account: string, secret: string): Promise<void> {
    const answer = await login.send({ account, password: secret });
    if (answer?.type === 'ok') {
      clear();
      toastSuccess('login_done');
      signIn(answer.message, back);
    } else if (answer !== undefined) {
      refuse(answer);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = show({
      account: draft.account.trim() === '' ? 'session.accountMissing' : undefined,
      password: password === '' ? 'session.passwordMissing' : undefined,
    });
    if (!wrong) void enter(draft.account.trim(), password);
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
        <div className="flex justify-between gap-4 text-base font-medium text-accent">
          <Link href={registerLink} className="flex min-h-11 items-center">
            {t('createAccount')}
          </Link>
          <Link href={forgotLink} className="flex min-h-11 items-center text-right">
            {t('forgot')}
          </Link>
        </div>
      </form>
      <DemoLogins
        busy={login.busy}
        onChoose={(customer) => void enter(customer.account, customer.password)}
      />
    </Screen>
  );
}
