/** What is decided about passkeys, passwords and authenticators of operators: each as the form that asks for it. */
import { Box } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { Decision } from '../../kit/decision-form.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { When } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { makePasskey } from '../../lib/passkeys.ts';

export type Key = ConsoleOutput<'GET passkeys'>[number];
export type Brought = ConsoleOutput<'POST passkey_bring'>;
export type NewSecret = ConsoleOutput<'POST authenticator_new'>;

const reason = { name: 'reason', label: 'Reason', kind: 'text', needed: true } as const;

/** What the page says where the browser gave no passkey: nothing was sent. */
const NO_PASSKEY: Envelope<never> = {
  type: 'error',
  code: 0,
  error: 'passkey_wrong',
  message: '',
  params: {},
};

export function bringing(onBrought: (brought: Brought) => void): Decision {
  return {
    name: 'passkey-bring',
    title: 'Add a passkey',
    says: 'Your browser will ask you to create it on this computer, a phone or a security key. You can’t sign with it until another admin has confirmed its fingerprint.',
    fields: [{ name: 'label', label: 'Passkey name', kind: 'line', needed: true, initial: 'My passkey' }],
    sendLabel: 'Add',
    send: async (values) => {
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

export function confirmingKey(key: Key): Decision {
  const { account, person, fingerprint, public_key, label, brought_at } = key;
  return {
    name: `passkey-confirm-${key.key}`,
    title: `Confirm a passkey of ${account}`,
    says: (
      <>
        <Facts>
          <Fact name="Account">{account}</Fact>
          <Fact name="Person">{person}</Fact>
          <Fact name="Passkey">
            {label}, <When at={brought_at} />
          </Fact>
          <Fact name="Fingerprint">{fingerprint}</Fact>
        </Facts>
        <Box component="p" sx={{ maxWidth: 720, mb: 0 }}>
          Ask {person} to read you the fingerprint, in person or on a call. Confirm only if it matches: from
          then on this passkey signs whatever {account} decides.
        </Box>
      </>
    ),
    fields: [],
    sendLabel: 'Confirm',
    send: () => call('POST passkey_confirm', { account, key: key.key, public_key }),
  };
}

export function revoking({ account, key, label }: Key): Decision {
  return {
    name: `passkey-revoke-${key}`,
    title: `Revoke a passkey of ${account}`,
    says: `“${label}” signs nothing and signs nobody in any more, for good.`,
    fields: [reason],
    sendLabel: 'Revoke',
    tone: 'error',
    send: (values) => call('POST passkey_revoke', { account, key, reason: (values['reason'] ?? '').trim() }),
  };
}

export function changingPassword(account: string): Decision {
  return {
    name: 'own-password',
    title: 'Change your password',
    says: 'You’ll be signed out everywhere else.',
    fields: [
      { name: 'password', label: 'Current password', kind: 'password', needed: true },
      { name: 'new_password', label: 'New password, 12 characters or more', kind: 'password', needed: true },
    ],
    sendLabel: 'Change',
    send: (values) =>
      call('POST own_password', {
        account,
        password: values['password'] ?? '',
        new_password: values['new_password'] ?? '',
      }),
  };
}

export function takingSecret(account: string, { totp_secret, totp_uri, sealed }: NewSecret): Decision {
  return {
    name: 'own-authenticator',
    title: 'Use a new authenticator',
    says: (
      <>
        Add this secret to your authenticator app: <b>{totp_secret}</b>
        <Box sx={{ overflowWrap: 'anywhere', fontSize: 12 }}>{totp_uri}</Box>
        It takes effect when you submit its first code. The old one stops working then.
      </>
    ),
    fields: [{ name: 'new_totp', label: 'New authenticator code', kind: 'line', needed: true }],
    sendLabel: 'Use it',
    send: (values) =>
      call('POST own_authenticator', {
        account,
        sealed,
        new_totp: (values['new_totp'] ?? '').replace(/\s/g, ''),
      }),
  };
}
