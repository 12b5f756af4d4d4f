/** A labelled text field. An error is shown below the field and announced with it. */
import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'size' | 'className'> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Rendered inside the field at its end, such as a unit or a button. */
  readonly end?: ReactNode;
};

export function TextField({ label, error, hint, end, ...rest }: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      <Field.Control
        {...rest}
        className="h-11 min-w-0 flex-1 bg-transparent px-3 text-base text-ink outline-none"
      />
      {end !== undefined && <div className="flex shrink-0 items-center pr-1 text-sm text-soft">{end}</div>}
    </FieldFrame>
  );
}
