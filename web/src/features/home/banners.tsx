/** A row of cards about Candor's principles. Each opens a longer explanation. */
import { BadgeCheck, Receipt, ShieldCheck } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Quotation } from '../../live/quotes.ts';

const BannerSheet = lazy(() => import('./banner-sheet.tsx').then((file) => ({ default: file.BannerSheet })));

const bannerNames = ['proof', 'cost', 'limits'] as const;
export type BannerName = (typeof bannerNames)[number];

const icons: Readonly<Record<BannerName, LucideIcon>> = {
  proof: BadgeCheck,
  cost: Receipt,
  limits: ShieldCheck,
};

export function Banners({ rows }: { readonly rows: readonly Quotation[] | undefined }) {
  const t = useTranslations('home');
  const [chosen, setChosen] = useState<BannerName>();
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={t('banners')}>
      <ul className="flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pt-4 pb-2 [scrollbar-width:none] wide:flex-col">
        {bannerNames.map((name) => {
          const Icon = icons[name];
          return (
            <li key={name} className="w-[78%] max-w-80 shrink-0 snap-start wide:w-full wide:max-w-none">
              <button
                type="button"
                onClick={() => {
                  setChosen(name);
                  setOpen(true);
                }}
                className="press flex h-full min-h-18 w-full items-start gap-3 rounded-card bg-surface p-4 text-left shadow-card"
              >
                <Icon
                  size={24}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  className={`mt-0.5 shrink-0 ${name === 'proof' ? 'text-verified' : 'text-accent'}`}
                />
                <span className="min-w-0">
                  <span className="block font-semibold text-balance">{t(`banner.${name}.title`)}</span>
                  <span className="mt-0.5 block text-sm text-soft">{t(`banner.${name}.text`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {chosen !== undefined && (
        <Suspense fallback={null}>
          <BannerSheet name={chosen} open={open} onClose={() => setOpen(false)} row={rows?.[0]} />
        </Suspense>
      )}
    </section>
  );
}
