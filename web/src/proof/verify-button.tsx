/** The button that opens the verification of a ticket or a fill. The verifier's code is loaded on the first tap. */
import { ShieldCheck } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import type { Subject } from './subject.ts';

const VerifySheet = lazy(() => import('./verify-sheet.tsx').then((file) => ({ default: file.VerifySheet })));

export type VerifyButtonProps = {
  readonly subject: Subject;
  readonly block?: boolean;
};

export function VerifyButton({ subject, block = false }: VerifyButtonProps) {
  const t = useTranslations('proof');
  // A new key for each opening, so that the sheet starts without an earlier result.
  const [looks, setLooks] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        kind={block ? 'primary' : 'secondary'}
        small={!block}
        block={block}
        onClick={() => {
          setLooks(looks + 1);
          setOpen(true);
        }}
      >
        <span className="inline-flex items-center gap-2">
          <ShieldCheck size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {t('verify')}
        </span>
      </Button>
      {looks > 0 && (
        <Suspense>
          <VerifySheet key={looks} subject={subject} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
