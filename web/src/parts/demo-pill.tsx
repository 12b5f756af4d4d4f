/** The mark in the top bar of every screen of a demo, which opens the explanation. */
import { Info } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsDemo } from '../lib/customer.ts';

const DemoSheet = lazy(() => import('./demo-sheet.tsx').then((file) => ({ default: file.DemoSheet })));

/**
 * `short` leaves out the explanation of the demo also on wide phones, where a title and actions need the room; the sheet has
 * it.
 */
export function DemoPill({ short }: { readonly short: boolean }) {
  const t = useTranslations('ui');
  const isDemo = useIsDemo();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  if (isDemo !== true) return null;
  return (
    <>
      <button
        type="button"
        aria-label={t('demoStrip')}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
        className="relative mx-1 inline-flex h-7 min-w-0 shrink items-center gap-1 rounded-full bg-white/16 px-2.5 text-xs font-semibold desk:bg-warning-wash desk:text-warning after:absolute after:inset-x-0 after:-inset-y-2"
      >
        <span className={short ? 'desk:hidden' : 'min-[430px]:hidden'}>{t('demoShort')}</span>
        <span className={short ? 'max-desk:hidden' : 'max-[429.98px]:hidden'}>{t('demoStrip')}</span>
        <Info size={12} strokeWidth={2.25} aria-hidden="true" className="shrink-0" />
      </button>
      {asked && (
        <Suspense>
          <DemoSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
