/** The setup of an authenticator: its secret as a QR code and as text, and the first code that it shows. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

export type Authenticator = CallOutput<'POST safe/google'>;

export type BindAuthenticatorProps = {
  readonly secret: string;
  readonly address: string;
  readonly onBound: (bound: Authenticator) => void;
};

function spaced(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

export function BindAuthenticator({ secret, address, onBound }: BindAuthenticatorProps) {
  const t = useTranslations('security.google');
  const [code, setCode] = useState('');
  const { errorAt, show, forgive, refuse } = useFieldErrors(['code'], { code_wrong: 'code' });
  const bind = useConfirmed('POST safe/google', { showsRefusal: true });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (show({ code: /^\d{6}$/.test(code) ? undefined : 'confirm.totpForm' })) return;
    const answer = await bind.send({ action: 'bind', code });
    if (answer?.type === 'ok') onBound(answer.message);
    else if (answer !== undefined) refuse(answer);
  }

  return (
    <>
      <Section title={t('scan')}>
        <div className="space-y-3 p-4">
          <p className="text-sm text-soft">{t('scanText')}</p>
          <QrCode text={address} label={t('qr')} />
          <p className="text-center">
            <a href={address} className="inline-flex min-h-11 items-center font-medium text-accent">
              {t('openHere')}
            </a>
          </p>
          <div className="flex items-center gap-2 border-t border-line pt-3">
            <div className="min-w-0 flex-1">
              <p className="text-sm text-quiet">{t('secret')}</p>
              <p className="font-mono text-sm break-words">{spaced(secret)}</p>
            </div>
            <CopyButton text={secret} label={t('copySecret')} />
          </div>
        </div>
      </Section>
      <form noValidate onSubmit={(event) => void submit(event)} className="gutter space-y-4 pt-5">
        <TextField
          label={t('firstCode')}
          hint={t('firstCodeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          error={errorAt('code')}
          onChange={(event) => {
            setCode(event.target.value.replace(/\D/g, ''));
            forgive('code');
          }}
        />
        <Button block type="submit" busy={bind.busy}>
          {t('bind')}
        </Button>
      </form>
    </>
  );
}
