/** The one button of the ticket, in reach of the thumb while the rest scrolls; a visitor is led to the login instead. */
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../lib/customer.ts';
import { currentEntry, locationOf, navigate } from '../lib/hash-history.ts';
import { loginLink } from '../lib/links.ts';
import { Button } from './button.tsx';

export type SubmitBarProps = {
  readonly label: string;
  readonly kind: 'up' | 'down';
  readonly reason: string | undefined;
  readonly notice: string | undefined;
  readonly onSubmit: () => void;
};

export function SubmitBar({ label, kind, reason, notice, onSubmit }: SubmitBarProps) {
  const t = useTranslations('spot');
  const signedIn = useSignedIn();
  return (
    <div className="sticky bottom-[calc(var(--tabs-height)+var(--safe-bottom))] z-10 -mx-4 bg-surface px-4 py-2">
      {notice !== undefined && (
        <p role="alert" className="pb-2 text-sm text-danger">
          {notice}
        </p>
      )}
      {signedIn ? (
        <Button block kind={kind} reason={reason} onClick={onSubmit}>
          {label}
        </Button>
      ) : (
        <Button block onClick={() => navigate(loginLink(locationOf(currentEntry())))}>
          {t('logIn')}
        </Button>
      )}
    </div>
  );
}
