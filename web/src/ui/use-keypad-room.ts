/** While the keypad is shown: room for it below the page, no tab bar, and the field in view above it. Then all is as before. */
import type { RefObject } from 'react';
import { useEffect } from 'react';

/** Where the page stood before the keypad came; going from field to field it stays the first one's. */
let cameFrom: number | undefined;
let wayBack: number | undefined;

function behavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

export function useKeypadRoom(shown: boolean, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!shown) return undefined;
    const shownField = field.current;
    document.documentElement.dataset['keypad'] = 'open';
    if (wayBack !== undefined) cancelAnimationFrame(wayBack);
    else cameFrom = window.scrollY;
    wayBack = undefined;
    const frame = requestAnimationFrame(() =>
      shownField?.scrollIntoView({ block: 'center', behavior: behavior() }),
    );
    // Whoever scrolls the page meanwhile wants it there.
    const stay = (): void => (cameFrom = undefined);
    window.addEventListener('touchmove', stay, { passive: true });
    window.addEventListener('wheel', stay, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('touchmove', stay);
      window.removeEventListener('wheel', stay);
      delete document.documentElement.dataset['keypad'];
      wayBack = requestAnimationFrame(() => {
        wayBack = undefined;
        // On another screen there is nothing to go back to.
        if (cameFrom === undefined || shownField?.checkVisibility() !== true) return;
        window.scrollTo({ top: cameFrom, behavior: behavior() });
      });
    };
  }, [shown, field]);
}
