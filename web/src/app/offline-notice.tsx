/** Reports above the tab bar that the network is down, and states the age of the displayed figures. */
import { WifiOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import { oldestMs, useNetwork } from '../lib/network.ts';

const isToday = (ms: number): boolean => new Date(ms).toDateString() === new Date().toDateString();

export function OfflineNotice() {
  const t = useTranslations('ui');
  const { clock, moment } = useFormat();
  const { offline, keptMs } = useNetwork((known) => known);
  const since = oldestMs(keptMs);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--tabs-height)+var(--safe-bottom)+8px)] z-30 flex justify-center px-4"
    >
      {(offline || since !== undefined) && (
        <p className="flex items-center gap-2 rounded-full bg-warning-wash px-4 py-2 text-sm font-medium text-warning shadow-floating">
          <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
          {since === undefined
            ? t('offline')
            : t('offlineAsOf', { time: (isToday(since) ? clock : moment)(since / 1000) })}
        </p>
      )}
    </div>
  );
}
