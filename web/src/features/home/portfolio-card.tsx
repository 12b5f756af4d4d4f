/** The total value, which links to its breakdown, and the day's change. The eye hides every amount. */
import { ChevronRight, Eye, EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useWallets } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import type { Valued } from '../../lib/valuation.ts';
import { useValuation } from '../../lib/valuation.ts';
import { marketLink, portfolioLink } from '../../lib/links.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotes } from '../../live/use-quotes.ts';
import { useOpenProfit } from '../../positions/use-open-profit.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { classes } from '../../ui/classes.ts';
import { heroSize } from '../../ui/hero-size.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import type { Portfolio, Running } from './portfolio.ts';
import { heldRows, portfolioOf, rowsNow, runningOf } from './portfolio.ts';

type DayLineProps = {
  readonly day: NonNullable<Portfolio['day']>;
  readonly hidden: boolean;
  readonly valued: Valued;
};

function DayLine({ day, hidden, valued }: DayLineProps) {
  const t = useTranslations('home');
  const format = useFormat();
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
      {!hidden && (
        <span className="figures">{format.decimal(valued.of(day.change), { max: 2, signed: true })}</span>
      )}
      <ChangeText value={day.percent} onHero />
      <span className="text-xs font-normal text-on-hero">{t('ofHoldings')}</span>
    </span>
  );
}

function RunningLine({ running: { profit, parts } }: { readonly running: Running }) {
  const t = useTranslations('home.running');
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm text-on-hero">
      {profit !== undefined && (
        <span>
          {t('profit')} <AmountText value={profit} signed private />
        </span>
      )}
      {parts.map(({ account, value }) => (
        <span key={account}>
          {t(account)} <AmountText value={value} private />
        </span>
      ))}
    </span>
  );
}

export function PortfolioCard({ rows }: { readonly rows: readonly Quotation[] | undefined }) {
  const t = useTranslations('home');
  const titles = useTranslations('titles');
  const hidden = useSession((session) => session.amountsHidden);
  const valued = useValuation();
  const query = useWallets();
  const wallets = query.data;
  const held = useMemo(() => heldRows(wallets ?? [], rows ?? []), [wallets, rows]);
  const { openProfit, positions, failed, readAgain } = useOpenProfit();
  const quotes = useQuotes(useMemo(() => held.map(({ symbol }) => symbol), [held]));
  const portfolio = useMemo(
    () =>
      wallets === undefined || rows === undefined || openProfit === undefined
        ? undefined
        : portfolioOf(wallets, { rows: rowsNow(held, quotes), openProfit }),
    [wallets, rows, held, quotes, openProfit],
  );
  const running =
    wallets === undefined || openProfit === undefined
      ? undefined
      : runningOf(wallets, { openProfit, positions });
  const Icon = hidden ? EyeOff : Eye;
  return (
    <section aria-label={t('total')}>
      <div className="px-4 pt-3 desk:pb-4">
        <button
          type="button"
          onClick={() => useSession.setState({ amountsHidden: !hidden })}
          className="relative -mt-1.5 flex items-center gap-1.5 pt-1.5 text-left text-sm text-on-hero after:absolute after:-inset-x-2 after:-top-3.5 after:-bottom-1 active:opacity-70"
        >
          {t('totalIn', { currency: valued.currency })}
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">{hidden ? t('showAmounts') : t('hideAmounts')}</span>
        </button>
        <Link href={portfolioLink} className="block min-h-11 w-fit active:opacity-70">
          {portfolio === undefined ? (
            <Skeleton className="my-1.5 h-10 w-56 bg-white/20" />
          ) : (
            <span
              className={classes(
                'mt-0.5 flex items-center font-semibold tracking-tight',
                heroSize(valued.of(portfolio.total)),
              )}
            >
              <AmountText value={valued.of(portfolio.total)} private />
              <ChevronRight
                size={22}
                strokeWidth={1.75}
                aria-hidden="true"
                className="shrink-0 text-on-hero"
              />
            </span>
          )}
          <span className="sr-only">{titles('portfolio')}</span>
        </Link>
        <div className="mt-1 flex min-h-6 items-center">
          {portfolio === undefined ? (
            query.isError || failed ? (
              <button
                type="button"
                onClick={() => {
                  void query.refetch();
                  readAgain();
                }}
                className="min-h-11 text-sm font-medium underline"
              >
                {t('again')}
              </button>
            ) : (
              <Skeleton className="h-4 w-36 bg-white/20" />
            )
          ) : portfolio.day !== undefined ? (
            <DayLine day={portfolio.day} hidden={hidden} valued={valued} />
          ) : running !== undefined ? (
            <RunningLine running={running} />
          ) : (
            <Link
              href={marketLink}
              className="-my-2.5 flex min-h-11 items-center text-sm font-medium underline underline-offset-4"
            >
              {t('noCoins')}
            </Link>
          )}
        </div>
      </div>
      {portfolio !== undefined && portfolio.line.length > 1 && (
        <Link href={portfolioLink} aria-label={titles('portfolio')} className="block active:opacity-80">
          <Sparkline
            values={portfolio.line}
            width={390}
            height={84}
            filled
            tone="hero"
            className="block h-21 w-full"
          />
        </Link>
      )}
    </section>
  );
}
