/** A thin line at the top of the window, shown while a call is in flight if the call takes noticeably long. */
import { useTranslations } from 'use-intl';
import { useNotices } from '../lib/notices.ts';

export function LoadingLine() {
  const t = useTranslations('ui');
  const loading = useNotices((notices) => notices.loadingCount > 0);
  if (!loading) return null;
  return (
    <div
      role="progressbar"
      aria-label={t('loading')}
      className="appear-late pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
    >
      <div className="h-full w-2/5 animate-[sweep_1.1s_ease-in-out_infinite] bg-white" />
    </div>
  );
}
