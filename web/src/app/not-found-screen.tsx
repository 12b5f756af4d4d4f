/** The screen for an unknown address, with a link to Home. */
import { Compass } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../lib/hash-history.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../parts/screen.tsx';

export function NotFoundScreen() {
  const t = useTranslations('ui');
  return (
    <Screen>
      <EmptyState
        icon={Compass}
        title={t('pageNotFound')}
        action={<Button onClick={() => navigate('/', { replace: true })}>{t('goHome')}</Button>}
      />
    </Screen>
  );
}
