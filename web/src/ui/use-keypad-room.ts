/**
 * Makes room for the keypad: while it is shown, the page has space at the bottom and no tab bar, and the field is in view above
 * the keypad. Afterwards the previous state is restored.
 */
import type { RefObject } from 'react';
import { useContext, useEffect } from 'react';
import { SurroundingsContext } from './surroundings.ts';

function behavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

export function useKeypadRoom(shown: boolean, field: RefObject<HTMLElement | null>): void {
  const { memory } = useContext(SurroundingsContext);
  useEffect(() => {
    if (!shown) return undefined;
    const shownField = field.current;
    document.documentElement.dataset['keypad'] = 'open';
    const { wayBack } = memory.now();
    if (wayBack === undefined) memory.keep({ scrolledBefore: window.scrollY });
    else cancelAnimationFrame(wayBack);
    memory.keep({ wayBack: undefined });
    const frame = requestAnimationFrame(() =>
      shownField?.scrollIntoView({ block: 'center', behavior: behavior() }),
    );
    // The page stays where it is if the customer has scrolled in the meantime.
    const stay = (): void => memory.keep({ scrolledBefore: undefined });
    window.addEventListener('touchmove', stay, { passive: true });
    window.addEventListener('wheel', stay, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('touchmove', stay);
      window.removeEventListener('wheel', stay);
      delete document.documentElement.dataset['keypad'];
      const frameBack = requestAnimationFrame(() => {
        memory.keep({ wayBack: undefined });
        // The position does not apply to a different screen.
        const top = memory.now().scrolledBefore;
        if (top === undefined || shownField?.checkVisibility() !== true) return;
        window.scrollTo({ top, behavior: behavior() });
      });
      memory.keep({ wayBack: frameBack });
    };
  }, [shown, field, memory]);
}
