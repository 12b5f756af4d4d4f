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

export type KeypadRoom = {
  readonly field: RefObject<HTMLElement | null>;
  /** The keypad, whose height is the room; a keypad inside a sheet needs none. */
  readonly keypad: RefObject<HTMLElement | null>;
};

export function useKeypadRoom(shown: boolean, { field, keypad }: KeypadRoom): void {
  const { memory } = useContext(SurroundingsContext);
  useEffect(() => {
    if (!shown) return undefined;
    const shownField = field.current;
    const page = document.documentElement;
    page.dataset['keypad'] = 'open';
    const height = keypad.current?.offsetHeight;
    if (height !== undefined) page.style.setProperty('--keypad-height', `${height}px`);
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
      delete page.dataset['keypad'];
      page.style.removeProperty('--keypad-height');
      const frameBack = requestAnimationFrame(() => {
        memory.keep({ wayBack: undefined });
        // The position does not apply to a different screen.
        const top = memory.now().scrolledBefore;
        if (top === undefined || shownField?.checkVisibility() !== true) return;
        window.scrollTo({ top, behavior: behavior() });
      });
      memory.keep({ wayBack: frameBack });
    };
  }, [shown, field, keypad, memory]);
}
