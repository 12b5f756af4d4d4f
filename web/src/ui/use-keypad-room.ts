/** While the keypad is shown: room for it below the page, no tab bar, and the field in view above it. */
import type { RefObject } from 'react';
import { useEffect } from 'react';

export function useKeypadRoom(shown: boolean, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!shown) return undefined;
    document.documentElement.dataset['keypad'] = 'open';
    const frame = requestAnimationFrame(() =>
      field.current?.scrollIntoView({ block: 'center', behavior: 'smooth' }),
    );
    return () => {
      cancelAnimationFrame(frame);
      delete document.documentElement.dataset['keypad'];
    };
  }, [shown, field]);
}
