/** The frame of every screen: blue top bar, demo strip, content, and below it a fixed footer or space for the tab bar. */
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { goBack } from '../lib/hash-history.ts';
import { classes } from '../ui/classes.ts';
import { DemoStrip } from './demo-strip.tsx';
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
  /** A compact element below the top bar, such as tabs or a search field, that stays in place while the content scrolls. */
  readonly header?: ReactNode;
  readonly children: ReactNode;
};

export function Screen({ title, actions, onRefresh, footer, header, children }: ScreenProps) {
  const facts = useContext(ScreenFactsContext);
  const t = useTranslations('ui');
  const area = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(area, heading);
  return (
    <div ref={area} className="mx-auto flex min-h-dvh max-w-160 flex-col bg-ground">
      <header className="sticky top-0 z-20">
        <div className="bg-bar pt-(--safe-top) text-white [--accent:#fff]">
          <div className="flex h-12 items-center px-1">
            {facts.isTab ? (
              <span className="w-2" />
            ) : (
              <IconButton icon={ArrowLeft} label={t('back')} onClick={() => goBack('/')} />
            )}
            <h1
              ref={heading}
              tabIndex={-1}
              className="line-clamp-2 min-w-0 flex-1 px-1 text-lg leading-tight font-semibold outline-none"
            >
              {title ?? facts.title}
            </h1>
            {actions}
          </div>
        </div>
        <DemoStrip />
        {header !== undefined && <div className="bg-surface">{header}</div>}
      </header>
      <main className="flex flex-1 flex-col">
        <div
          className={classes('flex-1', footer === undefined ? 'pb-[calc(24px+var(--safe-bottom))]' : 'pb-6')}
        >
          <PullToRefresh onRefresh={onRefresh}>{children}</PullToRefresh>
        </div>
        {footer !== undefined && (
          <div className="sticky bottom-0 z-10 border-t border-line bg-surface px-4 pt-2.5 pb-[calc(10px+var(--safe-bottom))]">
            {footer}
          </div>
        )}
      </main>
      {facts.isTab && (
        <div aria-hidden="true" className="h-[calc(var(--tabs-height)+var(--safe-bottom))] shrink-0" />
      )}
    </div>
  );
}
