/**
 * The frame of every screen: blue top bar, on the screens that matter most a hero that continues it, content on a sheet with round
 * corners, and below it a fixed footer or space for the tab bar.
 */
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { goBack } from '../lib/hash-history.ts';
import { classes } from '../ui/classes.ts';
import { BrandMark } from '../ui/brand.tsx';
import { DemoPill } from './demo-pill.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PullToRefresh } from '../ui/pull-to-refresh.tsx';
import { ScreenFactsContext } from './screen-facts.ts';
import { useArrival } from './use-arrival.ts';

export type ScreenProps = {
  /** Replaces the title from the table of screens, for example with a symbol or a picker. */
  readonly title?: ReactNode;
  /** At most two `IconButton`s, white on the blue bar. */
  readonly actions?: ReactNode;
  /** Refetches everything on the screen. If given, pulling down refreshes the screen. */
  readonly onRefresh?: () => Promise<unknown>;
  /** Fixed at the bottom, above the safe area, such as Buy and Sell or Save. */
  readonly footer?: ReactNode;
  /** The sibling screens of this one, as tabs in the bar: below the title on a phone, and beside it on a desktop. */
  readonly tabs?: ReactNode;
  /** A compact element below the top bar, such as tabs or a search field, that stays in place while the content scrolls. */
  readonly header?: ReactNode;
  /**
   * The subject of the screen, in white on blue: a value with its change and its line. The sheet of the content lies on its
   * lower edge.
   */
  readonly hero?: ReactNode;
  /** Whether the bar shows the brand instead of the title, which screen readers still hear. */
  readonly branded?: boolean;
  readonly children: ReactNode;
};

export function Screen({
  title,
  actions,
  onRefresh,
  footer,
  tabs,
  header,
  hero,
  branded = false,
  children,
}: ScreenProps) {
  const facts = useContext(ScreenFactsContext);
  const t = useTranslations('ui');
  const area = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(area, heading);
  return (
    <div ref={area} className="mx-auto flex min-h-dvh max-w-160 flex-col bg-ground">
      <header className="sticky top-0 z-20">
        <div className="bg-bar pt-(--safe-top) text-white desk:bg-ground desk:text-ink max-desk:[--accent:#fff]">
          <div className="flex min-h-12 flex-wrap items-center px-1 desk:h-14 desk:flex-nowrap desk:px-2">
            {facts.isTab ? (
              <span className="w-2 shrink-0" />
            ) : (
              <IconButton icon={ArrowLeft} label={t('back')} onClick={() => goBack('/')} />
            )}
            {branded && (
              <span
                aria-hidden="true"
                className="flex shrink-0 items-center gap-2 px-1 text-lg leading-tight font-semibold desk:hidden"
              >
                <BrandMark />
                Candor
              </span>
            )}
            <h1
              ref={heading}
              tabIndex={-1}
              className={classes(
                'line-clamp-2 min-w-0 px-1 text-lg leading-tight font-semibold outline-none',
                branded && 'max-desk:sr-only',
              )}
            >
              {title ?? facts.title}
            </h1>
            <DemoPill short={!branded} />
            <span className="min-w-0 flex-1" />
            {tabs !== undefined && (
              <div className="order-last w-full min-w-0 desk:order-none desk:w-auto">{tabs}</div>
            )}
            {actions}
          </div>
        </div>
        {header !== undefined && (
          <div className="bg-bar desk:bg-ground">
            <div className="rounded-t-card bg-surface pt-1.5 desk:mx-4 desk:rounded-card">{header}</div>
          </div>
        )}
      </header>
      <main className="flex flex-1 flex-col">
        {hero !== undefined && (
          <div className="hero pb-8 text-white [--accent:#fff] desk:mx-4 desk:overflow-clip desk:rounded-card desk:pb-0">
            {hero}
          </div>
        )}
        {header === undefined && hero === undefined && (
          <div aria-hidden="true" className="h-5 shrink-0 bg-bar desk:hidden" />
        )}
        <div
          className={classes(
            'relative z-1 flex flex-1 flex-col bg-ground',
            // The sheet of the content lies on the blue; its first element has its round corners.
            header === undefined && '-mt-5 overflow-clip rounded-t-card desk:mt-0 desk:rounded-none',
          )}
        >
          <div
            className={classes(
              'flex-1',
              footer === undefined ? 'pb-[calc(24px+var(--safe-bottom))]' : 'pb-6',
            )}
          >
            <PullToRefresh onRefresh={onRefresh}>{children}</PullToRefresh>
          </div>
          {footer !== undefined && (
            <div className="sticky bottom-0 z-10 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(10px+var(--safe-bottom))]">
              {footer}
            </div>
          )}
        </div>
      </main>
      {facts.isTab && (
        <div aria-hidden="true" className="h-[calc(var(--tabs-height)+var(--safe-bottom))] shrink-0" />
      )}
    </div>
  );
}
