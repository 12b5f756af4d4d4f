/** The explanation of a failed load, with a retry. */
import { RefusedError } from '@candor/client/answers.ts';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { refusalText } from '../lib/message-texts.ts';
import { useSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

function useErrorText(error: unknown): string {
  const t = useTranslations('ui');
  const language = useSession((session) => session.language);
  const [refused, setRefused] = useState<string>();
  useEffect(() => {
    if (!(error instanceof RefusedError)) return undefined;
    let wanted = true;
    void refusalText(error.refusal, language).then((text) => {
      if (wanted) setRefused(text);
    });
    return () => {
      wanted = false;
    };
  }, [error, language]);
  return error instanceof RefusedError ? (refused ?? '') : t('networkFailed');
}

export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('ui');
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={t('couldNotLoad')}
        text={useErrorText(error)}
        action={
          <Button kind="secondary" small onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}
