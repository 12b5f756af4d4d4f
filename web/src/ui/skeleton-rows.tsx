/** The placeholder of a list that is loading. */
import { useTranslations } from 'use-intl';
import { Skeleton } from './skeleton.tsx';

export function SkeletonRows({ count = 5 }: { readonly count?: number }) {
  const t = useTranslations('ui');
  return (
    <div role="status" aria-label={t('loading')} className="appear-late">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="gutter hairline flex h-16 items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-3 w-16" />
          </div>
          <Skeleton className="h-3.5 w-20" />
        </div>
      ))}
    </div>
  );
}
