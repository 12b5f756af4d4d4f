/** A button without styling, from which other controls are built, such as radio buttons and fields that open a sheet. */
import type { ComponentProps } from 'react';

export function PlainButton({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest}>
      {children}
    </button>
  );
}
