/** What every field has around it: the label above, and below either what is wrong or a hint. */
import type { ReactNode } from 'react';

export type FieldFrameProps = {
  /** Of the input; the error's id is `<id>-error`, the hint's `<id>-hint`. */
  readonly id: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
};

export function FieldFrame({ id, label, error, hint, children }: FieldFrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-soft">
        {label}
      </label>
      {children}
      {error !== undefined ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
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
