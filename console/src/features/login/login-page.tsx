/** The login: account, password and authenticator code in one step. */
import { RefusedError } from '@candor/client/answers.ts';
import { Alert, Box, Button, Paper, TextField, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useLogin } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DemoSignIn } from './demo-sign-in.tsx';
import { LanguageField } from '../../kit/language-field.tsx';
import { useTitle } from '../../kit/page.tsx';
import { NoPasskey } from '../../lib/auth-provider.ts';
import type { ByPasskey, Credentials } from '../../lib/auth-provider.ts';
import { hasPasskeys } from '../../lib/passkeys.ts';
import { failureWords } from '../../lib/refusal-words.ts';

/** The refusal is the same for a wrong account, password or code, so that nobody learns which of the three is wrong. */
function troubleOf(t: Say, error: unknown, byPasskey: boolean): string {
  if (error instanceof NoPasskey) return t('login.noPasskey');
  if (!(error instanceof RefusedError) || error.refusal.error !== 'login_wrong')
    return failureWords(t, error);
  return byPasskey ? t('login.passkeyNotYet') : t('login.wrong');
}

export function LoginPage() {
  const t = useSay();
  useTitle(t('login.title'));
  const login = useLogin();
  const [given, setGiven] = useState<Credentials>({ account: '', password: '', totp: '' });
  const [trouble, setTrouble] = useState<string>();
  const [sending, setSending] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const field = (name: keyof Credentials) => ({
    name,
    value: given[name],
    required: true,
    fullWidth: true,
    slotProps: { inputLabel: { shrink: true } },
    onChange: (event: { target: { value: string } }) =>
      setGiven((before) => ({ ...before, [name]: event.target.value })),
  });
  const enter = (as: Credentials | ByPasskey | (() => Promise<Credentials>)): void => {
    if (sending) return;
    setSending(true);
    setTrouble(undefined);
    const begun = typeof as === 'function' ? as().then(login) : login(as);
    begun
      .catch((error: unknown) => {
        setTrouble(troubleOf(t, error, 'passkey' in as));
        setGiven((before) => ({ ...before, totp: '' }));
      })
      .finally(() => setSending(false));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter({ ...given, account: given.account.trim(), totp: given.totp.replace(/\s/g, '') });
  };
  return (
    <Box component="main" sx={{ minHeight: '100%', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper
        component="form"
        variant="outlined"
        onSubmit={submit}
        sx={{ p: 3, width: 360, display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        <Box>
          <Typography component="h1" sx={{ fontSize: 20, fontWeight: 650 }}>
            {t('ui.consoleName')}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t('login.forOperators')}</Typography>
        </Box>
        <TextField label={t('ui.account')} autoComplete="username" inputRef={first} {...field('account')} />
        <TextField
          label={t('ui.password')}
          type="password"
          autoComplete="current-password"
          {...field('password')}
        />
        <TextField label={t('ui.authenticatorCode')} autoComplete="one-time-code" {...field('totp')} />
        {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
        <Button
          type="submit"
          variant="contained"
          aria-disabled={sending}
          sx={{ backgroundColor: '#1450e6', color: '#fff', py: 1 }}
        >
          {sending ? t('login.loggingIn') : t('login.title')}
        </Button>
        {hasPasskeys() && (
          <Button aria-disabled={sending} onClick={() => enter({ passkey: true })}>
            {t('login.withPasskey')}
          </Button>
        )}
        <DemoSignIn onEnter={enter} />
        <LanguageField />
      </Paper>
    </Box>
  );
}
