/** The field for the six digits from an email, with the button that sends the email. */
import { useTranslations } from 'use-intl';
import type { CallRequest } from '@candor/protocol/calls.ts';
import { looksLikeEmail } from '../lib/email-address.ts';
import { useCommand } from '../lib/use-command.ts';
import type { SentCode } from '../ui/sent-code-field.tsx';
import { SentCodeField } from '../ui/sent-code-field.tsx';

export type MailedCodeProps = {
  /** The only purpose for which the code can be used. */
  readonly purpose: NonNullable<CallRequest<'POST sms_mail'>['purpose']>;
  readonly email: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  readonly onBadEmail: () => void;
};

export function MailedCode({ purpose, email, value, error, onChange, onBadEmail }: MailedCodeProps) {
  const t = useTranslations('registration');
  const mail = useCommand('POST sms_mail');

  async function send(): Promise<SentCode | undefined> {
    if (!looksLikeEmail(email)) {
      onBadEmail();
      return undefined;
    }
    const to = email.trim();
    const answer = await mail.send({ email: to, purpose });
    return answer?.type === 'ok' ? { to, code: answer.message.code } : undefined;
  }

  return (
    <SentCodeField
      value={value}
      error={error}
      onChange={onChange}
      busy={mail.busy}
      send={send}
      sentText={({ to, code }) =>
        code === undefined ? t('codeSent', { email: to }) : t('demoMail', { email: to, code })
      }
    />
  );
}
