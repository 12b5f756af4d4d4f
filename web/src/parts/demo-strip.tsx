/** The strip on every screen of a demo, which opens the explanation. */
import { Info } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsDemo } from '../lib/customer.ts';

const DemoSheet = lazy(() => import('./demo-sheet.tsx').then((file) => ({ default: file.DemoSheet })));

export function DemoStrip() {
  const t = useTranslations('ui');
  const isDemo = useIsDemo();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  if (isDemo === false) return null;
  // Reserves the space until the mode is known, so that the layout does not shift.
  if (isDemo === undefined) return <div className="h-7 shrink-0 bg-warning-wash" />;
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
        className="flex h-7 w-full shrink-0 items-center justify-center gap-1 bg-warning-wash text-xs font-medium text-warning"
      >
        {t('demoStrip')}
        <Info size={12} strokeWidth={2} aria-hidden="true" />
      </button>
      {asked && (
        <Suspense>
          <DemoSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
