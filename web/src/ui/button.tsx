/** The standard button. The label of a disabled button states the reason. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';
import { OfflineContext } from './surroundings.ts';

export type ButtonKind =
  | 'primary'
  | 'secondary'
  | 'quiet'
  | 'danger'
  | 'up'
  | 'down'
  | 'on-hero'
  | 'quiet-on-hero';

const kinds: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-accent-solid text-white active:bg-accent-pressed',
  secondary: 'bg-accent-wash text-accent active:opacity-80',
  quiet: 'text-accent active:bg-accent-wash',
  danger: 'bg-danger-solid text-white active:opacity-85',
  up: 'bg-up-solid text-white active:opacity-85',
  down: 'bg-down-solid text-white active:opacity-85',
  'on-hero': 'bg-white text-accent-solid active:opacity-85',
  'quiet-on-hero': 'bg-white/16 text-white active:opacity-85',
};

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  readonly kind?: ButtonKind;
  readonly small?: boolean;
  readonly block?: boolean;
  /** Whether an answer is awaited: a spinner appears next to the label, and taps have no effect. */
  readonly busy?: boolean;
  readonly reason?: string | undefined;
  /** Whether the button is disabled for a reason that is shown next to it. */
  readonly blocked?: boolean;
  /**
   * Whether the button is disabled without a network, with that reason as its label. Buttons that submit a form always need the
   * network.
   */
  readonly needsNetwork?: boolean;
  readonly children: ReactNode;
};

export function Button({
  kind = 'primary',
  small = false,
  block = false,
  busy = false,
  reason: given,
  blocked: isBlocked = false,
  className,
  onClick,
  type = 'button',
  needsNetwork = type === 'submit',
  children,
  ...rest
}: ButtonProps) {
  const t = useTranslations('ui');
  const offline = useContext(OfflineContext) && needsNetwork;
  const reason = given ?? (offline ? t('needsNetwork') : undefined);
  const blocked = isBlocked || reason !== undefined;
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={blocked || busy}
      aria-busy={busy}
      onClick={(event) => {
        if (blocked || busy) event.preventDefault();
        else onClick?.(event);
      }}
      className={classes(
        'inline-flex items-center justify-center gap-2 rounded-input font-semibold transition-[background-color,opacity] select-none',
        small ? 'min-h-11 px-3 text-sm' : 'min-h-12 px-4 text-base',
        block && 'w-full',
        blocked ? 'cursor-not-allowed bg-sunken text-soft' : kinds[kind],
        className,
      )}
    >
      {busy && <Spinner />}
      <span className="min-w-0 text-balance">{reason ?? children}</span>
    </button>
  );
}
