/** What every field has around it: the label above, the box, and below either what is wrong or a hint. */
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { classes } from './classes.ts';

export type FieldFrameProps = {
  /** Of the input; the error's id is `<id>-error`, the hint's `<id>-hint`. */
  readonly id: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** What stands in the box. */
  readonly children: ReactNode;
};

/** The id of what describes the input, for its `aria-describedby`. */
export function describedBy({ id, error, hint }: Pick<FieldFrameProps, 'id' | 'error' | 'hint'>) {
  if (error !== undefined) return `${id}-error`;
  return hint === undefined ? undefined : `${id}-hint`;
}

/** Whether what is wrong was said before and only its figures have changed, as those of a sentence that names the price do. */
function useSaidBefore(error: string | undefined): boolean {
  const said = useRef<string>(undefined);
  const sentence = error?.replace(/\d[\d.,\s]*/g, '#');
  useEffect(() => {
    said.current = sentence;
  }, [sentence]);
  return sentence !== undefined && sentence === said.current;
}

export function FieldFrame({ id, label, error, hint, children }: FieldFrameProps) {
  const saidBefore = useSaidBefore(error);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-soft">
        {label}
      </label>
      <div
        className={classes(
          'flex min-h-12 items-center rounded-input border bg-surface transition-colors',
          error === undefined
            ? 'border-line-strong focus-within:border-accent'
            : 'border-danger focus-within:inset-ring focus-within:inset-ring-danger',
        )}
      >
        {children}
      </div>
      {error !== undefined ? (
        <p
          id={`${id}-error`}
          role="alert"
          // Said once: with every tick it would interrupt whoever listens.
          aria-live={saidBefore ? 'off' : undefined}
          className="text-sm text-danger"
        >
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <div id={`${id}-hint`} className="text-sm text-quiet">
            {hint}
          </div>
        )
      )}
    </div>
  );
}
