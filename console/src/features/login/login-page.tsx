/** Signing in: account, password and the digits of the authenticator, in one step. */
import { RefusedError } from '@candor/client/answers.ts';
import { Alert, Box, Button, Paper, TextField, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useLogin } from 'react-admin';
import { DemoSignIn } from './demo-sign-in.tsx';
import { useTitle } from '../../kit/page.tsx';
import { NoPasskey } from '../../lib/auth-provider.ts';
import type { ByPasskey, Credentials } from '../../lib/auth-provider.ts';
import { hasPasskeys } from '../../lib/passkeys.ts';
import { failureWords } from '../../lib/refusal-words.ts';

/** A wrong code is refused as a wrong password is: which of the three was wrong is nobody's business. */
const WRONG_CREDENTIALS = 'Account, password or code is wrong. A code is good once: wait for the next one.';

function troubleOf(error: unknown, byPasskey: boolean): string {
  if (error instanceof NoPasskey) return 'No passkey was used. Try again, or sign in with your password.';
  if (!(error instanceof RefusedError) || error.refusal.error !== 'login_wrong') return failureWords(error);
  return byPasskey
    ? 'This passkey can’t sign you in yet. Another admin has to confirm it first.'
    : WRONG_CREDENTIALS;
}

export function LoginPage() {
  useTitle('Sign in');
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
        setTrouble(troubleOf(error, 'passkey' in as));
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
            Candor console
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>For operators</Typography>
        </Box>
        <TextField label="Account" autoComplete="username" inputRef={first} {...field('account')} />
        <TextField label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <TextField label="Authenticator code" autoComplete="one-time-code" {...field('totp')} />
        {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
        <Button
          type="submit"
          variant="contained"
          aria-disabled={sending}
          sx={{ backgroundColor: '#1450e6', color: '#fff', py: 1 }}
        >
          {sending ? 'Signing in' : 'Sign in'}
        </Button>
        {hasPasskeys() && (
          <Button aria-disabled={sending} onClick={() => enter({ passkey: true })}>
            Sign in with a passkey
          </Button>
        )}
        <DemoSignIn onEnter={enter} />
      </Paper>
    </Box>
  );
}
