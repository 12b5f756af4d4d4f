/**
 * Where a conversation stands on the screen: at its end, and staying there as it grows, unless somebody reads further up; then
 * nothing moves under their eyes, neither for what comes below nor for what is read above, and what came is counted.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end counts as the end. */
const NEAR_PX = 80;

function fromEnd(): number {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - window.innerHeight - window.scrollY;
}

export type ShownEnds = {
  /** The number of the oldest message that is shown, and of the newest; how many wait to be sent. */
  readonly first: number;
  readonly last: number;
  readonly waiting: number;
  /** Whether the newest is one's own. */
  readonly own: boolean;
};

export function useChatScroll({ first, last, waiting, own }: ShownEnds): {
  readonly atEnd: boolean;
  /** How many came since somebody began to read further up. */
  readonly missed: number;
  readonly toEnd: () => void;
} {
  const [atEnd, setAtEnd] = useState(true);
  const [seenTo, setSeenTo] = useState(last);
  const before = useRef({ first, last, waiting, height: 0 });
  const stays = useRef(true);

  const toEnd = useCallback(() => {
    stays.current = true;
    window.scrollTo({ top: document.documentElement.scrollHeight });
  }, []);

  useLayoutEffect(() => {
    const was = before.current;
    const height = document.documentElement.scrollHeight;
    if (was.first > first && was.first > 0) window.scrollBy(0, height - was.height);
    else if (stays.current || waiting > was.waiting || (own && last > was.last)) toEnd();
    before.current = { first, last, waiting, height: document.documentElement.scrollHeight };
  }, [first, last, waiting, own, toEnd]);

  useEffect(() => {
    const look = (): void => {
      const isNear = fromEnd() < NEAR_PX;
      stays.current = isNear;
      setAtEnd(isNear);
    };
    // A keyboard that comes up, or a picture that is there now, must not push the end away.
    const grown = new ResizeObserver(() => {
      if (stays.current) toEnd();
      before.current.height = document.documentElement.scrollHeight;
    });
    grown.observe(document.body);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      grown.disconnect();
      window.removeEventListener('scroll', look);
    };
  }, [toEnd]);

  if (atEnd && seenTo !== last) setSeenTo(last);
  return { atEnd, missed: atEnd ? 0 : Math.max(0, last - seenTo), toEnd };
}
