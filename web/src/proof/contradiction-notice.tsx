/**
 * Checks the tapes periodically. If an answer contradicts the data stored on this device, every screen shows a line that opens
 * the facts and instructions.
 */
import { useAppState } from '@candor/client/app-state.ts';
import { ShieldAlert } from 'lucide-react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKept } from './kept-store.ts';
import { startRounds } from './rounds.ts';

const ContradictionSheet = lazy(() =>
  import('./contradiction-sheet.tsx').then((file) => ({ default: file.ContradictionSheet })),
);

export function ContradictionNotice() {
  const t = useTranslations('proof');
  const app = useAppState();
  const count = useKept((kept) => kept.contradictions.length);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => startRounds(app), [app]);
  return (
    <>
      {count > 0 && (
        <div role="alert" className="relative z-30 mx-auto max-w-160 bg-danger-solid text-white">
          <button
            type="button"
            onClick={() => {
              setAsked(true);
              setOpen(true);
            }}
            className="flex min-h-13 w-full items-center gap-3 px-4 pt-[calc(8px+var(--safe-top))] pb-2 text-left"
          >
            <ShieldAlert size={22} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span className="min-w-0">
              <span className="block font-semibold">{t('warning')}</span>
              <span className="block text-sm">{t('warningText')}</span>
            </span>
          </button>
        </div>
      )}
      {asked && (
        <Suspense>
          <ContradictionSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
