/** A labelled line of text. An error stands under the field it is about and is announced with it. */
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { classes } from './classes.ts';
import { FieldFrame } from './field-frame.tsx';

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'size'> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Stands inside the field at its end: a unit, or a button. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

export function TextField({ label, error, hint, end, className, ref, ...rest }: TextFieldProps) {
  const id = useId();
  const described = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined;
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div
        className={classes(
          'flex min-h-12 items-center rounded-input border bg-surface transition-colors focus-within:border-accent',
          error === undefined ? 'border-line-strong' : 'border-danger',
          className,
        )}
      >
        <input
          {...rest}
          ref={ref}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={described}
          className="h-11 min-w-0 flex-1 bg-transparent px-3 text-base text-ink outline-none"
        />
        {end !== undefined && <div className="flex shrink-0 items-center pr-1 text-sm text-soft">{end}</div>}
      </div>
    </FieldFrame>
  );
}
