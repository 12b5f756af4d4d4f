/** The field for the six digits from a message, with the button that sends the message. A demo shows the message here. */
import { MailOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextField } from './text-field.tsx';

const RESEND_SECONDS = 60;

/** Returns the remaining seconds of a pause that `begin` starts. */
function useCountdown(): { seconds: number; begin: () => void } {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return { seconds, begin: () => setSeconds(RESEND_SECONDS) };
}

/** The destination of the message and, in a demo, the code in the message. */
export type SentCode = { readonly to: string; readonly code: string | undefined };

export type SentCodeFieldProps = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  readonly busy: boolean;
  /** Sends the message. Resolves with undefined if it was not sent; the failure has already been shown. */
  readonly send: () => Promise<SentCode | undefined>;
  /** The text shown after sending; in a demo, the message itself. */
  readonly sentText: (sent: SentCode) => string;
};

export function SentCodeField({ value, error, onChange, busy, send, sentText }: SentCodeFieldProps) {
  const t = useTranslations('registration');
  const { seconds, begin } = useCountdown();
  const [sent, setSent] = useState<SentCode>();

  async function start(): Promise<void> {
    const answer = await send();
    if (answer === undefined) return;
    setSent(answer);
    begin();
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
            disabled={seconds > 0 || busy}
            onClick={() => void start()}
            className="figures min-h-11 px-3 text-sm font-semibold text-accent disabled:text-quiet"
          >
            {seconds > 0 ? t('resendIn', { seconds }) : t('sendCode')}
          </button>
        }
      />
      {/* Rendered from the start, because only changes within an existing live region are announced. */}
      <div role="status">
        {sent !== undefined && sent.code === undefined && (
          <p className="text-sm text-soft">{sentText(sent)}</p>
        )}
        {sent?.code !== undefined && (
          <button
            type="button"
            onClick={() => onChange(sent.code ?? '')}
            className="flex min-h-12 w-full items-center gap-3 rounded-input bg-warning-wash px-3 py-2 text-left text-sm text-warning"
          >
            <MailOpen size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span className="min-w-0 flex-1 break-words">{sentText(sent)}</span>
            <span className="shrink-0 font-semibold">{t('useCode')}</span>
          </button>
        )}
      </div>
    </div>
  );
}
