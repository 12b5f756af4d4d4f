/** The end of a list. If there are more items, they are requested when the marker scrolls into view. */
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Spinner } from './spinner.tsx';

export function EndMarker({ onMore }: { readonly onMore?: (() => void) | undefined }) {
  const t = useTranslations('ui');
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (onMore === undefined || line.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onMore();
    });
    observer.observe(line.current);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <div ref={line} className="flex h-12 items-center justify-center text-sm text-quiet">
      {onMore === undefined ? t('listEnd') : <Spinner />}
    </div>
  );
}
