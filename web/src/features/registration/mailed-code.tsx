/** The six digits that an e-mail brings, with the button that sends it. A demo shows its mailbox right here. */
import { MailOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCommand } from '../../lib/use-command.ts';
import { TextField } from '../../ui/text-field.tsx';
import { looksLikeEmail } from './credentials.ts';

const RESEND_SECONDS = 60;

/** Seconds left of a pause that `begin` starts. */
function useCountdown(): { seconds: number; begin: () => void } {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return { seconds, begin: () => setSeconds(RESEND_SECONDS) };
}

export type MailedCodeProps = {
  readonly email: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  /** Called when the address cannot be mailed to. */
  readonly onBadEmail: () => void;
};

export function MailedCode({ email, value, error, onChange, onBadEmail }: MailedCodeProps) {
  const t = useTranslations('registration');
  const mail = useCommand('POST sms_mail');
  const { seconds, begin } = useCountdown();
  const [sent, setSent] = useState<{ readonly email: string; readonly code: string | undefined }>();

  async function send(): Promise<void> {
    if (!looksLikeEmail(email)) return onBadEmail();
    const answer = await mail.send({ email: email.trim() });
    if (answer?.type !== 'ok') return undefined;
    setSent({ email: email.trim(), code: answer.message.code });
    return begin();
  }

  return (
    <div className="space-y-2">
      <TextField
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
        end={
          <button
            type="button"
            disabled={seconds > 0 || mail.busy}
            onClick={() => void send()}
            className="figures min-h-11 px-3 text-sm font-semibold text-accent disabled:text-quiet"
          >
            {seconds > 0 ? t('resendIn', { seconds }) : t('sendCode')}
          </button>
        }
      />
      {/* Stands from the start: only what comes into a region that is there already is announced. */}
      <div role="status">
        {sent !== undefined && sent.code === undefined && (
          <p className="text-sm text-soft">{t('codeSent', { email: sent.email })}</p>
        )}
        {sent?.code !== undefined && (
          <button
            type="button"
            onClick={() => onChange(sent.code ?? '')}
            className="flex min-h-12 w-full items-center gap-3 rounded-input bg-warning-wash px-3 py-2 text-left text-sm text-warning"
          >
            <MailOpen size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span className="min-w-0 flex-1 break-words">
              {t('demoMail', { email: sent.email, code: sent.code })}
            </span>
            <span className="shrink-0 font-semibold">{t('useCode')}</span>
          </button>
        )}
      </div>
    </div>
  );
}
