/**
 * Moves the focus when another screen comes to the front: to its heading, so that a screen reader announces the screen and
 * continues from there; on the way back, to the element that led away. A browser does the same when it opens a page.
 */
import type { RefObject } from 'react';
import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { hasMoved } from '../lib/hash-history.ts';
import { ScreenEntry } from '../lib/location.ts';
import { ScreenFactsContext } from './screen-facts.ts';

/** Fields are left out, because focusing one would open the keypad. */
const LEADS_ON = 'a, button';

export function useArrival(screen: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>) {
  const { key } = useContext(ScreenEntry);
  const { arrived } = useContext(ScreenFactsContext);
  const ledAway = useRef<Element>(null);
  useLayoutEffect(() => {
    const area = screen.current;
    return () => {
      const at = document.activeElement;
      ledAway.current = area?.contains(at) === true && at?.matches(LEADS_ON) === true ? at : null;
    };
  }, [screen]);
  useEffect(() => {
    // A screen that is still loading is replaced by another one.
    const isSecond = arrived.key === key;
    arrived.key = key;
    const at = document.activeElement;
    if (!hasMoved() || screen.current?.contains(at) === true || (isSecond && at !== document.body)) return;
    const back = ledAway.current;
    const target = back instanceof HTMLElement && back.isConnected ? back : heading.current;
    target?.focus({ preventScroll: true });
  }, [key, arrived, screen, heading]);
}
