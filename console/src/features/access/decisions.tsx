/** Decisions about operators' passkeys, passwords and authenticators, each with its form. */
import { Box } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { Say } from '../../i18n/say.ts';
import type { Decision } from '../../kit/decision-form.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { bold } from '../../kit/marks.tsx';
import { When } from '../../kit/when.tsx';
import { makePasskey } from '../../lib/passkeys.ts';

export type Key = ConsoleOutput<'GET passkeys'>[number];
export type Brought = ConsoleOutput<'POST passkey_bring'>;
export type NewSecret = ConsoleOutput<'POST authenticator_new'>;

const reason = (t: Say) => ({ name: 'reason', label: t('ui.reason'), kind: 'text', needed: true }) as const;

/** The message shown if the browser returned no passkey, in which case nothing is sent. */
const NO_PASSKEY: Envelope<never> = {
  type: 'error',
  code: 0,
  error: 'passkey_wrong',
  message: '',
  params: {},
};

export function bringing(t: Say, onBrought: (brought: Brought) => void): Decision {
  return {
    name: 'passkey-bring',
    title: t('access.add'),
    says: t('access.addSays'),
    fields: [
      {
        name: 'label',
        label: t('access.name'),
        kind: 'line',
        needed: true,
        initial: t('access.nameInitial'),
      },
    ],
    sendLabel: t('access.addSend'),
    send: async (values, call) => {
      const asked = await call('POST passkey_options', {});
      if (asked.type !== 'ok') return asked;
      const created = await makePasskey(asked.message);
      if (created === undefined) return NO_PASSKEY;
      const { nonce, time_ms } = asked.message;
      const label = (values['label'] ?? '').trim();
      const envelope = await call('POST passkey_bring', { created, nonce, time_ms, label });
      if (envelope.type === 'ok') onBrought(envelope.message);
      return envelope;
    },
  };
}

export function confirmingKey(t: Say, key: Key): Decision {
  const { account, person, fingerprint, public_key, label, brought_at } = key;
  return {
    name: `passkey-confirm-${key.key}`,
    title: t('access.confirmTitle', { account }),
    says: (
      <>
        <Facts>
          <Fact name={t('ui.account')}>{account}</Fact>
          <Fact name={t('ui.person')}>{person}</Fact>
          <Fact name={t('ui.passkey')}>
            {label} · <When at={brought_at} />
          </Fact>
          <Fact name={t('ui.fingerprint')}>{fingerprint}</Fact>
        </Facts>
        <Box component="p" sx={{ maxWidth: 720, mb: 0 }}>
          {t('access.confirmAsk', { person, account })}
        </Box>
      </>
    ),
    fields: [],
    sendLabel: t('ui.confirm'),
    send: (_values, call) => call('POST passkey_confirm', { account, key: key.key, public_key }),
  };
}

export function revoking(t: Say, { account, key, label }: Key): Decision {
  return {
    name: `passkey-revoke-${key}`,
    title: t('access.revokeTitle', { account }),
    says: t('access.revokeSays', { label }),
    fields: [reason(t)],
    sendLabel: t('access.revoke'),
    tone: 'error',
    send: (values, call) =>
      call('POST passkey_revoke', { account, key, reason: (values['reason'] ?? '').trim() }),
  };
}

export function changingPassword(t: Say, account: string): Decision {
  return {
    name: 'own-password',
    title: t('access.passwordTitle'),
    says: t('access.passwordSays'),
    fields: [
      { name: 'password', label: t('access.currentPassword'), kind: 'password', needed: true },
      { name: 'new_password', label: t('access.newPassword'), kind: 'password', needed: true },
    ],
    sendLabel: t('access.passwordSend'),
    send: (values, call) =>
      call('POST own_password', {
        account,
        password: values['password'] ?? '',
        new_password: values['new_password'] ?? '',
      }),
  };
}

export function takingSecret(
  t: Say,
  account: string,
  { totp_secret, totp_uri, sealed }: NewSecret,
): Decision {
  return {
    name: 'own-authenticator',
    title: t('access.secretTitle'),
    says: (
      <>
        {t.rich('access.secretAdd', { secret: totp_secret, b: bold })}
        <Box sx={{ overflowWrap: 'anywhere', fontSize: 12 }}>{totp_uri}</Box>
        {t('access.secretWhen')}
      </>
    ),
    fields: [{ name: 'new_totp', label: t('access.newCode'), kind: 'line', needed: true }],
    sendLabel: t('access.secretSend'),
    send: (values, call) =>
      call('POST own_authenticator', {
        account,
        sealed,
        new_totp: (values['new_totp'] ?? '').replace(/\s/g, ''),
      }),
  };
}
