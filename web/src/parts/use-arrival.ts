/**
 * Moves the focus when a screen comes to the front, as a browser does when it opens a page: on a new screen, to its heading, so
 * that a screen reader announces it and continues from there; on the way back, to the element that opened the screen that was
 * left.
 */
import type { RefObject } from 'react';
import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { hasMoved } from '../lib/hash-history.ts';
import { ScreenEntry } from '../lib/location.ts';
import { ScreenFactsContext } from './screen-facts.ts';

/** The elements that may regain the focus. Fields are left out, because focusing a field would open the keypad. */
const LEADS_ON = 'a, button';

export function useArrival(screen: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>) {
  const { key } = useContext(ScreenEntry);
  const { arriveAt } = useContext(ScreenFactsContext);
  const ledAway = useRef<Element>(null);
  useLayoutEffect(() => {
    const area = screen.current;
    return () => {
      const at = document.activeElement;
      ledAway.current = area?.contains(at) === true && at?.matches(LEADS_ON) === true ? at : null;
    };
  }, [screen]);
  useEffect(() => {
    // The second screen of one navigation replaces the placeholder of a loading screen.
    const isSecond = arriveAt(key);
    const at = document.activeElement;
    if (!hasMoved() || screen.current?.contains(at) === true || (isSecond && at !== document.body)) return;
    const back = ledAway.current;
    const target = back instanceof HTMLElement && back.isConnected ? back : heading.current;
    target?.focus({ preventScroll: true });
  }, [key, arriveAt, screen, heading]);
}
