/**
 * The only button of a ticket, which stays within reach of the thumb while the rest scrolls. For visitors, it opens the login.
 */
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../lib/customer.ts';
import { currentEntry, locationOf, navigate } from '../lib/hash-history.ts';
import { loginLink } from '../lib/links.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { endTyping } from '../ui/end-typing.ts';
import { ScreenFactsContext } from './screen-facts.ts';

export type SubmitBarProps = {
  readonly label: string;
  readonly kind: 'up' | 'down';
  readonly reason: string | undefined;
  readonly notice?: string | undefined;
  readonly onSubmit: () => void;
};

/** Keeps its content above the tab bar or, on a page without a tab bar, above the bottom edge. */
export function ThumbBar({ children }: { readonly children: ReactNode }) {
  const { isTab } = useContext(ScreenFactsContext);
  return (
    <div
      className={classes(
        'thumb-bar sticky z-10 -mx-4 bg-surface px-4 py-2',
        isTab ? 'bottom-[calc(var(--tabs-height)+var(--safe-bottom))]' : 'bottom-(--safe-bottom)',
      )}
    >
      {children}
    </div>
  );
}

/** The login button for visitors. */
export function LogInButton() {
  const t = useTranslations('spot');
  return (
    <Button
      block
      onClick={() => {
        endTyping();
        navigate(loginLink(locationOf(currentEntry())));
      }}
    >
      {t('logIn')}
    </Button>
  );
}

/** The button itself, which the keypad shows too. */
export function SubmitButton({ label, kind, reason, onSubmit }: Omit<SubmitBarProps, 'notice'>) {
  const signedIn = useSignedIn();
  if (!signedIn) return <LogInButton />;
  return (
    <Button block kind={kind} reason={reason} onClick={onSubmit}>
      {label}
    </Button>
  );
}

export function SubmitBar({ notice, ...button }: SubmitBarProps) {
  return (
    <ThumbBar>
      {notice !== undefined && (
        <p role="alert" className="pb-2 text-sm text-danger">
          {notice}
        </p>
      )}
      <SubmitButton {...button} />
    </ThumbBar>
  );
}
