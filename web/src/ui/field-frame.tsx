/**
 * The frame of every field: the label, the box, and below it either the problem or a hint. If the box contains a
 * `Field.Control`, it is associated with the label and the text automatically.
 */
import { Field } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { classes } from './classes.ts';

export type FieldFrameProps = {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Whether the box is only a line below a large figure, with room for a problem that appears later. */
  readonly open?: boolean;
  readonly children: ReactNode;
};

const sentenceOf = (error: string | undefined) => error?.replace(/\d[\d.,\s]*/g, '#');

/** Whether the problem has already been announced and only its figures have changed, as in a text that contains the price. */
function useSaidBefore(error: string | undefined): boolean {
  const [last, setLast] = useState({ error, saidBefore: false });
  if (last.error === error) return last.saidBefore;
  const saidBefore = error !== undefined && sentenceOf(error) === sentenceOf(last.error);
  setLast({ error, saidBefore });
  return saidBefore;
}

export function FieldFrame({ label, error, hint, open = false, children }: FieldFrameProps) {
  const saidBefore = useSaidBefore(error);
  return (
    <Field.Root invalid={error !== undefined} className="flex flex-col gap-1.5">
      <Field.Label className="text-sm font-medium text-soft">{label}</Field.Label>
      <div
        className={classes(
          'flex items-center transition-colors',
          open ? 'border-b' : 'min-h-12 rounded-input border bg-surface',
          error === undefined
            ? 'border-line-strong focus-within:border-accent'
            : 'border-danger focus-within:inset-ring-danger',
          error !== undefined && !open && 'focus-within:inset-ring',
        )}
      >
        {children}
      </div>
      {error !== undefined ? (
        <Field.Error
          match
          render={<p />}
          role="alert"
          // Announced only once, because an announcement at every tick would interrupt a screen reader.
          aria-live={saidBefore ? 'off' : undefined}
          className={classes('text-sm text-danger', open && 'min-h-5')}
        >
          {error}
        </Field.Error>
      ) : (
        (hint !== undefined || open) && (
          <Field.Description render={<div />} className={classes('text-sm text-quiet', open && 'min-h-5')}>
            {hint}
          </Field.Description>
        )
      )}
    </Field.Root>
  );
}
