/**
 * Announces a newer version on the tabs without forms, with one button that loads the version and one that dismisses the notice.
 */
import { RefreshCw, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useNotices } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { takeNewer, useNewer } from './newest-version.ts';

export function NewerNotice({ calm }: { readonly calm: boolean }) {
  const t = useTranslations('ui');
  const { ready, putOff } = useNewer();
  const isLoading = useNotices((notices) => notices.loadingCount > 0);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--tabs-height)+var(--safe-bottom)+8px)] z-30 flex justify-center px-4"
    >
      {ready && !putOff && calm && (
        <div className="pointer-events-auto flex max-w-md items-center gap-2 rounded-card border border-line bg-raised py-1 pr-1 pl-3 text-sm shadow-floating">
          <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent" />
          <p className="min-w-0 flex-1">{t('newerReady')}</p>
          <Button
            small
            kind="quiet"
            // A reload while an order is in flight would leave its outcome unknown.
            reason={isLoading ? t('answerAwaited') : undefined}
            onClick={() => void takeNewer()}
          >
            {t('reload')}
          </Button>
          <IconButton
            icon={X}
            size={18}
            label={t('newerLater')}
            onClick={() => useNewer.setState({ putOff: true })}
          />
        </div>
      )}
    </div>
  );
}
