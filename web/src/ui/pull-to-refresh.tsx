/** Refetches a page when it is pulled down from its top. Charts, sliders and the keypad opt out with `data-no-pull`. */
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Spinner } from './spinner.tsx';

const FIRES_AT_PX = 64;
const LONGEST_PX = 96;

export type PullToRefreshProps = {
  readonly onRefresh: (() => Promise<unknown>) | undefined;
  readonly children: ReactNode;
};

export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const t = useTranslations('ui');
  const area = useRef<HTMLDivElement>(null);
  const [pulled, setPulled] = useState(0);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const node = area.current;
    if (node === null || onRefresh === undefined) return undefined;
    let startY: number | undefined;
    let length = 0;
    const begin = (event: TouchEvent): void => {
      const target = event.target as Element;
      const allowed =
        window.scrollY <= 0 && event.touches.length === 1 && target.closest('[data-no-pull]') === null;
      startY = allowed ? event.touches[0]?.clientY : undefined;
    };
    const move = (event: TouchEvent): void => {
      const y = event.touches[0]?.clientY;
      if (startY === undefined || y === undefined) return;
      length = Math.max(0, Math.min(LONGEST_PX, (y - startY) * 0.5));
      if (length > 0) setPulled(length);
    };
    const end = (): void => {
      const fires = startY !== undefined && length >= FIRES_AT_PX;
      startY = undefined;
      length = 0;
      setPulled(0);
      if (!fires) return;
      setBusy(true);
      void onRefresh().finally(() => setBusy(false));
    };
    node.addEventListener('touchstart', begin, { passive: true });
    node.addEventListener('touchmove', move, { passive: true });
    node.addEventListener('touchend', end);
    node.addEventListener('touchcancel', end);
    return () => {
      node.removeEventListener('touchstart', begin);
      node.removeEventListener('touchmove', move);
      node.removeEventListener('touchend', end);
      node.removeEventListener('touchcancel', end);
    };
  }, [onRefresh]);

  const height = busy ? 44 : pulled;
  return (
    <div ref={area}>
      <div
        aria-live="polite"
        className="flex items-center justify-center overflow-hidden text-sm text-soft"
        style={{ height, transition: pulled > 0 ? 'none' : 'height 180ms' }}
      >
        {busy ? (
          <Spinner />
        ) : pulled > 8 ? (
          pulled >= FIRES_AT_PX ? (
            t('releaseToRefresh')
          ) : (
            t('pullToRefresh')
          )
        ) : null}
      </div>
      {children}
    </div>
  );
}
