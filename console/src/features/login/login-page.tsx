/** Signing in: account, password and the digits of the authenticator, in one step. */
import { Alert, Box, Button, Paper, TextField, Typography } from '@mui/material';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useLogin } from 'react-admin';
import { useTitle } from '../../kit/page.tsx';
import type { Credentials } from '../../lib/auth-provider.ts';
import { Refused } from '../../lib/client.ts';
import { failureWords } from '../../lib/refusal-words.ts';

/** A wrong code is refused as a wrong password is: which of the three was wrong is nobody's business. */
const WRONG: Partial<Record<RefusalEnvelope['error'], string>> = {
  login_wrong: 'Account, password or code is wrong. A code is good once: wait for the next one.',
};

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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setTrouble(undefined);
    login({ ...given, account: given.account.trim(), totp: given.totp.replace(/\s/g, '') })
      .catch((error: unknown) => {
        setTrouble((error instanceof Refused && WRONG[error.refusal.error]) || failureWords(error));
        setGiven((before) => ({ ...before, totp: '' }));
      })
      .finally(() => setSending(false));
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
          <Typography sx={{ color: 'text.secondary' }}>For those who act for the house.</Typography>
        </Box>
        <TextField label="Account" autoComplete="username" inputRef={first} {...field('account')} />
        <TextField label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <TextField label="Code of the authenticator" autoComplete="one-time-code" {...field('totp')} />
        {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
        <Button
          type="submit"
          variant="contained"
          aria-disabled={sending}
          sx={{ backgroundColor: '#1450e6', color: '#fff', py: 1 }}
        >
          {sending ? 'Signing in' : 'Sign in'}
        </Button>
      </Paper>
    </Box>
  );
}
