/** The empty result of a search: the search text and a button that clears it. */
import { SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NothingFound({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  const t = useTranslations('content');
  const ui = useTranslations('ui');
  return (
    <EmptyState
      icon={SearchX}
      title={t('noMatch')}
      text={t('noMatchText', { search })}
      action={
        <Button kind="secondary" small onClick={onClear}>
          {ui('clearSearch')}
        </Button>
      }
    />
  );
}
