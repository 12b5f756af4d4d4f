/** The value of everything the customer holds, to be hidden by a tap, and what the day did to it. */
import { Eye, EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useWallets } from '../../lib/customer.ts';
import { signOf, useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import type { Quotation } from '../../live/quotes.ts';
import { AmountText } from '../../ui/amount-text.tsx';
import { ChangeText } from '../../ui/change-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import type { Portfolio } from './portfolio.ts';
import { portfolioOf } from './portfolio.ts';

function DayLine({ day }: { readonly day: NonNullable<Portfolio['day']> }) {
  const t = useTranslations('home');
  const format = useFormat();
  const sign = signOf(day.change);
  const colour = sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-soft';
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className={`figures text-sm ${colour}`}>
        {format.decimal(day.change, { max: 2, signed: true })}
      </span>
      <ChangeText value={day.percent} />
      <span className="text-xs text-quiet">{t('ofHoldings')}</span>
    </span>
  );
}

export function PortfolioCard({ rows }: { readonly rows: readonly Quotation[] | undefined }) {
  const t = useTranslations('home');
  const hidden = useSession((session) => session.amountsHidden);
  const wallets = useWallets().data;
  const portfolio = useMemo(
    () => (wallets === undefined || rows === undefined ? undefined : portfolioOf(wallets, rows)),
    [wallets, rows],
  );
  const Icon = hidden ? EyeOff : Eye;
  return (
    <section aria-label={t('total')} className="flex min-h-32 flex-col justify-center bg-surface px-4 py-4">
      <button
        type="button"
        aria-pressed={hidden}
        aria-label={hidden ? t('showAmounts') : t('hideAmounts')}
        onClick={() => useSession.setState({ amountsHidden: !hidden })}
        className="-my-2.5 flex min-h-11 items-center gap-1.5 self-start text-sm text-soft"
      >
        {t('totalIn')}
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {portfolio === undefined ? (
        <>
          <Skeleton className="mt-1 h-9 w-48" />
          <Skeleton className="mt-2 h-4 w-36" />
        </>
      ) : (
        <div className="flex items-end justify-between gap-3">
          <div className="min-w-0">
            <p className="text-2xl font-semibold">
              <AmountText value={portfolio.total} private />
            </p>
            <div className="mt-1 flex min-h-6 items-center">
              {portfolio.day === undefined ? (
                <Link href="/pages/market/index" className="text-sm text-accent">
                  {t('noCoins')}
                </Link>
              ) : hidden ? (
                <ChangeText value={portfolio.day.percent} />
              ) : (
                <DayLine day={portfolio.day} />
              )}
            </div>
          </div>
          {portfolio.line.length > 1 && <Sparkline values={portfolio.line} width={96} height={44} filled />}
        </div>
      )}
    </section>
  );
}
