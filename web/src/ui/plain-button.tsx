/** A button without styling, used to build controls: the kit's radios and fields that open something. */
import type { ComponentProps } from 'react';

export function PlainButton({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest}>
      {children}
    </button>
  );
}
