/**
 * The scroll position of a conversation: it stays at the end as the conversation grows, unless the customer scrolls up. Then
 * nothing moves, whether messages arrive below or are loaded above, and new messages are counted.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** This close to the end counts as the end. */
const NEAR_PX = 80;

function fromEnd(): number {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - window.innerHeight - window.scrollY;
}

export type ShownEnds = {
  /** The numbers of the oldest and the newest message shown, and the count of messages waiting to be sent. */
  readonly first: number;
  readonly last: number;
  readonly waiting: number;
  /** Whether the newest message is the customer's own. */
  readonly own: boolean;
};

export function useChatScroll({ first, last, waiting, own }: ShownEnds): {
  readonly atEnd: boolean;
  /** The number of messages since the customer scrolled up. */
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
    // An opening keyboard or a loaded picture must not push the end out of view.
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
