/**
 * The mailed code that replaces a forgotten trading password. It is valid only with the account's full address, which the
 * customer must type.
 */
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useSignedIn } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { looksLikeEmail } from '../../lib/email-address.ts';
import { boundEmailLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MailedCode } from '../../parts/mailed-code.tsx';
import { TextField } from '../../ui/text-field.tsx';

const empty = { email: '', code: '' };

export type ResetCodeProps = {
  readonly violation: string | undefined;
  readonly onCode: (code: string) => void;
};

export function ResetCode({ violation, onCode }: ResetCodeProps) {
  const t = useTranslations('security.trading');
  const overview = useCall('GET safe/overview', {}, { enabled: useSignedIn() });
  const bound = overview.data?.email;
  const { draft, change, clear } = useDraft('trading-password-code', empty);
  const { errorAt, show, forgive } = useFieldErrors(['email', 'code']);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = show({
      email: looksLikeEmail(draft.email) ? undefined : 'registration.emailForm',
      code: /^\d{6}$/.test(draft.code) ? undefined : 'registration.codeForm',
    });
    if (wrong) return;
    clear();
    onCode(draft.code);
  }

  if (bound === null) {
    return (
      <EmptyState
        title={t('noEmail')}
        text={t('noEmailText')}
        action={
          <Link href={boundEmailLink} className="flex min-h-11 items-center font-medium text-accent">
            {t('bindEmail')}
          </Link>
        }
      />
    );
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TextField
        label={t('email')}
        hint={bound === undefined ? undefined : t('emailHint', { email: bound })}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={120}
        value={draft.email}
        error={errorAt('email')}
        onChange={(event) => {
          change({ email: event.target.value });
          forgive('email');
        }}
      />
      <MailedCode
        purpose="trading_password"
        email={draft.email}
        value={draft.code}
        error={errorAt('code') ?? (draft.code === '' ? violation : undefined)}
        onChange={(code) => {
          change({ code });
          forgive('code');
        }}
        onBadEmail={() => show({ email: 'registration.emailForm' })}
      />
      <Button block type="submit">
        {t('goOn')}
      </Button>
    </form>
  );
}
