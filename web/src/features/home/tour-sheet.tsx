/** The tour: a few cards, shown one at a time, with the essentials before a first trade. */
import { BadgeCheck, Gauge, ReceiptText, WalletCards } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDemo } from '../../lib/customer.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

const icons = { money: WalletCards, trade: ReceiptText, proof: BadgeCheck, limits: Gauge } as const;
type Step = keyof typeof icons;
const everywhere: readonly Step[] = ['trade', 'proof', 'limits'];

export type TourSheetProps = { readonly open: boolean; readonly onClose: () => void };

export function TourSheet({ open, onClose }: TourSheetProps) {
  const t = useTranslations('tour');
  const demo = useDemo();
  // Only a demo has play money to explain.
  const steps = demo === undefined || demo === null ? everywhere : (['money', ...everywhere] as const);
  const [at, setAt] = useState(0);
  const step = steps[Math.min(at, steps.length - 1)] ?? 'trade';
  const last = at >= steps.length - 1;
  const Icon: LucideIcon = icons[step];
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={
        <div className="flex gap-3">
          {at > 0 && (
            <Button kind="secondary" className="flex-1" onClick={() => setAt(at - 1)}>
              {t('back')}
            </Button>
          )}
          <Button className="flex-1" onClick={last ? onClose : () => setAt(at + 1)}>
            {last ? t('done') : t('next')}
          </Button>
        </div>
      }
    >
      <div aria-live="polite" className="flex min-h-56 flex-col items-center gap-3 pt-4 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-accent-wash text-accent">
          <Icon size={26} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <h3 className="text-lg font-semibold text-balance">{t(`${step}.title`)}</h3>
        <p className="max-w-sm text-soft text-pretty">{t(`${step}.text`)}</p>
        <p className="figures mt-auto pt-2 text-sm text-quiet">
          {t('step', { at: at + 1, of: steps.length })}
        </p>
      </div>
    </Sheet>
  );
}
