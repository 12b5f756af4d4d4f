/** The example operators of a demo: one click logs in as one of them, including the authenticator code. */
import { payloadOf } from '@candor/client/answers.ts';
import { Box, Button, Typography } from '@mui/material';
import { useSay } from '../../i18n/say.ts';
import { useApi } from '../../lib/api.ts';
import type { Credentials } from '../../lib/auth-provider.ts';
import { useAsk } from '../../lib/queries.ts';
import { codeWords } from '../../lib/words.ts';

export function DemoSignIn({ onEnter }: { onEnter: (as: () => Promise<Credentials>) => void }) {
  const { call } = useApi();
  const t = useSay();
  const { data } = useAsk('GET demo_operators', {});
  if (data === undefined) return null;
  /** The code is requested at the click, because it is valid for half a minute. */
  const credentialsOf = (account: string) => async (): Promise<Credentials> => {
    const now = payloadOf(await call('GET demo_operators', {}));
    const { password = '', totp = '' } = now.find((one) => one.account === account) ?? {};
    return { account, password, totp };
  };
  return (
    <Box
      component="section"
      aria-label={t('login.demoOperators')}
      sx={{ borderTop: '1px solid var(--line)', pt: 2 }}
    >
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>{t('login.demo')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {data.map(({ account, role }) => (
          <Button key={account} variant="outlined" onClick={() => onEnter(credentialsOf(account))}>
            {t('login.demoOperator', { account, role: codeWords(t, 'role', role) })}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
