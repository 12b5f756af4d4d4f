/**
 * Where a conversation stands in its box: at its end, and staying there as it grows, unless somebody reads further up; then nothing
 * moves under their eyes, neither for what comes below nor for what is read above.
 */
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** So near to the end counts as the end. */
const NEAR_PX = 60;

export type LogEnds = {
  /** The number of the oldest message that is shown, and of the newest; how many are on their way. */
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
