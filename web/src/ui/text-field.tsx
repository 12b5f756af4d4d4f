/** A labelled line of text. An error stands under the field it is about and is announced with it. */
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { FieldFrame, describedBy } from './field-frame.tsx';

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'size' | 'className'> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Stands inside the field at its end: a unit, or a button. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

export function TextField({ label, error, hint, end, ref, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <input
        {...rest}
        ref={ref}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy({ id, error, hint })}
        className="h-11 min-w-0 flex-1 bg-transparent px-3 text-base text-ink outline-none"
      />
      {end !== undefined && <div className="flex shrink-0 items-center pr-1 text-sm text-soft">{end}</div>}
    </FieldFrame>
  );
}
