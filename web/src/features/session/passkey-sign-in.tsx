/** The login by a passkey alone: the device offers its passkeys for this app, so no name is typed. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { passkeysSupported, signWithPasskey } from '../../confirm/passkey.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';

export function PasskeySignIn({ onToken }: { readonly onToken: (token: string) => void }) {
  const t = useTranslations('session');
  const failures = useTranslations('confirm.passkeyFailure');
  const options = useCommand('POST user/passkey_options');
  const login = useCommand('POST user/passkey_login');
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!passkeysSupported()) return null;

  async function enter(): Promise<void> {
    setFailure(undefined);
    const asked = await options.send({});
    if (asked?.type !== 'ok') return;
    const signed = await signWithPasskey(asked.message);
    if ('failure' in signed) {
      setFailure(failures(signed.failure));
      return;
    }
    const answer = await login.send({ passkey: signed.json });
    if (answer?.type === 'ok') onToken(answer.message);
  }

  async function start(): Promise<void> {
    setWaiting(true);
    try {
      await enter();
    } finally {
      setWaiting(false);
    }
  }

  return (
    <div className="space-y-2">
      <Button block kind="secondary" busy={waiting} onClick={() => void start()}>
        <span className="inline-flex items-center gap-2">
          <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {t('passkey')}
        </span>
      </Button>
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
