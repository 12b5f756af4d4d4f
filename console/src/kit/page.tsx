/** The frame of every screen: title, actions, and a placeholder while data is loading. */
import { Alert, Box, Button, CircularProgress, Paper, Typography } from '@mui/material';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../i18n/say.ts';
import { failureWords } from '../lib/refusal-words.ts';

export function Page({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <Box sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 2, minHeight: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 650, mr: 'auto' }}>
          {title}
        </Typography>
        {actions}
      </Box>
      {children}
    </Box>
  );
}

/** Sets the title of the browser tab while this screen is shown. */
export function useTitle(title: string): void {
  const t = useSay();
  const shown = t('ui.tabTitle', { title });
  useEffect(() => {
    document.title = shown;
  }, [shown]);
}

export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Paper component="section" aria-label={title} variant="outlined" sx={{ p: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h2" sx={{ fontSize: 15, fontWeight: 650, mr: 'auto' }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Paper>
  );
}

/** Renders the state of a request: a loading indicator, an error, or the content. */
export function Asked<Data>({
  of,
  children,
}: {
  of: { data: Data | undefined; error: unknown; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}) {
  const t = useSay();
  if (of.data !== undefined) return children(of.data);
  if (of.error === null || of.error === undefined) {
    return (
      <Box data-waiting sx={{ display: 'grid', placeItems: 'center', p: 4 }}>
        <CircularProgress size={24} aria-label={t('ui.loading')} />
      </Box>
    );
  }
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={<Button onClick={() => void of.refetch()}>{t('ui.tryAgain')}</Button>}
    >
      {failureWords(t, of.error)}
    </Alert>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary', py: 2 }}>{children}</Typography>;
}
