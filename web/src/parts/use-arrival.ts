/**
 * Where the focus is when another screen comes to the front: on its heading, so that a screen reader says where one is and reads
 * on from there; on the way back, on what led away from it. A browser that opens a page does as much by itself.
 */
import type { RefObject } from 'react';
import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { hasMoved } from '../lib/hash-history.ts';
import { ScreenEntry } from '../lib/location.ts';
import { ScreenFactsContext } from './screen-facts.ts';

/** Fields are left out: to be back in one would bring the keypad up. */
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
    // A screen that is still loading has another one take its place.
    const isSecond = arrived.key === key;
    arrived.key = key;
    const at = document.activeElement;
    if (!hasMoved() || screen.current?.contains(at) === true || (isSecond && at !== document.body)) return;
    const back = ledAway.current;
    const target = back instanceof HTMLElement && back.isConnected ? back : heading.current;
    target?.focus({ preventScroll: true });
  }, [key, arrived, screen, heading]);
}
