/** Replaces a screen that failed to render. It offers another attempt or, if the server has a newer version, an update. */
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { isOutdated, takeNewer } from './newest-version.ts';

export type BrokenScreenProps = { readonly failure: unknown; readonly onRetry: () => void };

export function BrokenScreen({ failure, onRetry }: BrokenScreenProps) {
  const t = useTranslations('ui');
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    let wanted = true;
    void isOutdated().then((found) => {
      if (wanted) setOutdated(found);
    });
    return () => {
      wanted = false;
    };
  }, [failure]);
  if (!outdated) return <ErrorState error={failure} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState
        icon={RefreshCw}
        title={t('newerReady')}
        text={t('newerText')}
        action={<Button onClick={() => void takeNewer()}>{t('reload')}</Button>}
      />
    </div>
  );
}
