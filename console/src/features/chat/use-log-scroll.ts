/**
 * The scroll position of a conversation. The view stays at the end as messages are added, unless the operator has scrolled up.
 * In that case, the visible messages stay in place, whether messages are added below or older ones are loaded above.
 */
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** The distance from the end, in pixels, within which the position counts as the end. */
const NEAR_PX = 60;

export type LogEnds = {
  /** The numbers of the oldest and the newest message shown, and the count of messages in flight. */
  readonly first: number;
  readonly last: number;
  readonly waiting: number;
};

export function useLogScroll({ first, last, waiting }: LogEnds): {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const stays = useRef(true);
  const before = useRef({ first, waiting, height: 0 });
  useLayoutEffect(() => {
    const log = box.current;
    if (log === null) return;
    const was = before.current;
    if (first < was.first) log.scrollTop += log.scrollHeight - was.height;
    else if (stays.current || waiting > was.waiting) log.scrollTop = log.scrollHeight;
    before.current = { first, waiting, height: log.scrollHeight };
  }, [first, last, waiting]);
  const onScroll = (): void => {
    const log = box.current;
    if (log === null) return;
    stays.current = log.scrollHeight - log.clientHeight - log.scrollTop < NEAR_PX;
    before.current = { ...before.current, height: log.scrollHeight };
  };
  return { box, onScroll };
}
