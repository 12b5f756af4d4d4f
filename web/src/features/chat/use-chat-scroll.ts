/**
 * The scroll position of a conversation. It stays at the end as the conversation grows. After the customer has scrolled up,
 * nothing moves when messages arrive below or are loaded above, and new messages are counted.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A position within this distance of the end counts as the end. */
const NEAR_PX = 80;

function fromEnd(): number {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - window.innerHeight - window.scrollY;
}

export type ShownEnds = {
  readonly first: number;
  readonly last: number;
  readonly waiting: number;
  readonly own: boolean;
};

export function useChatScroll({ first, last, waiting, own }: ShownEnds): {
  readonly atEnd: boolean;
  /** The number of new messages since the customer scrolled up. */
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
    // Keeps the end in view when the keyboard opens or an image has loaded.
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
