/** A button with a lucide icon, a touch target of 44 px, and a name for screen readers. */
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { classes } from './classes.ts';

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly size?: number;
  readonly filled?: boolean;
};

export function IconButton({
  icon: Icon,
  label,
  size = 22,
  filled = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-opacity active:opacity-60',
        className,
      )}
    >
      <Icon size={size} strokeWidth={1.75} aria-hidden="true" fill={filled ? 'currentColor' : 'none'} />
    </button>
  );
}
