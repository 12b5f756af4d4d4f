/** The instructions for adding the app to the home screen, for browsers without a prompt. */
import { useTranslations } from 'use-intl';
import { Sheet } from '../../ui/sheet.tsx';

const steps = {
  ios: ['iosShare', 'iosAdd', 'iosConfirm'],
  other: ['otherMenu', 'otherInstall'],
} as const;

/** An iPad identifies itself as a Mac, but no Mac has a touch screen. */
function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  );
}

export function InstallSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTranslations('install');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <p className="text-soft">{t('why')}</p>
      <ol className="mt-3 list-decimal space-y-2 pl-5">
        {steps[isIos() ? 'ios' : 'other'].map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </Sheet>
  );
}
