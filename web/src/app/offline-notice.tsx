/** Says that the network is gone while it is, above the tab bar. */
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineNotice() {
  const t = useTranslations('ui');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--tabs-height)+var(--safe-bottom)+8px)] z-30 flex justify-center px-4"
    >
      {!online && (
        <p className="flex items-center gap-2 rounded-full bg-warning-wash px-4 py-2 text-sm font-medium text-warning shadow-floating">
          <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
