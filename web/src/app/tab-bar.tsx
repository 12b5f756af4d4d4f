/**
 * The tab bar: the rows of the table of screens that have an icon. On a phone, it is shown only at the bottom of the five tab
 * screens; in a wide window, it is shown next to every screen.
 */
import { Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { accountLink, searchLink } from '../lib/links.ts';
import { useChatStanding } from '../live/chat-standing.ts';
import { BrandMark } from '../ui/brand.tsx';
import { classes } from '../ui/classes.ts';
import { tabs } from './routes.ts';

/** `current` is the tab in front; undefined on screens that are not tabs. */
export function TabBar({ current }: { readonly current: string | undefined }) {
  const t = useTranslations('titles');
  const ui = useTranslations('ui');
  const unread = useChatStanding().data?.unread ?? 0;
  return (
    <nav
      aria-label={ui('mainNavigation')}
      className={classes(
        'tab-bar fixed inset-x-0 bottom-0 z-20 mx-auto max-w-160 border-t border-line bg-surface pb-(--safe-bottom)',
        'desk:hero desk:inset-y-0 desk:right-auto desk:left-0 desk:w-(--rail-width) desk:border-0 desk:pt-3 desk:text-white desk:[--accent:#fff]',
        current === undefined && 'max-desk:hidden',
      )}
    >
      <span
        aria-hidden="true"
        className="flex h-14 items-center gap-2 px-5 pb-2 text-xl font-semibold tracking-tight max-desk:hidden"
      >
        <BrandMark size={28} />
        Candor
      </span>
      <Link
        href={searchLink}
        className="mx-3 mb-3 flex h-11 items-center gap-2.5 rounded-input bg-white/10 px-3 text-on-hero hover:bg-white/16 max-desk:hidden"
      >
        <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className="flex-1">{ui('search')}</span>
        <kbd aria-hidden="true" className="rounded-md bg-white/12 px-1.5 font-sans text-xs">
          /
        </kbd>
      </Link>
      <ul className="flex h-(--tabs-height) desk:h-auto desk:flex-col desk:gap-1 desk:px-3">
        {tabs.map((row) => {
          const Icon = row.tab?.icon;
          const selected = row.paths[0] === current;
          const waiting = row.paths[0] === accountLink ? unread : 0;
          return (
            <li key={row.paths[0]} className="min-w-0 flex-1">
              <Link
                href={row.paths[0]}
                aria-current={selected ? 'page' : undefined}
                aria-label={
                  waiting > 0 ? ui('tabUnread', { title: t(row.title), count: waiting }) : undefined
                }
                onPointerEnter={row.screen.preload}
                onClick={() => {
                  if (selected) window.scrollTo({ top: 0, behavior: 'smooth' });
                }}
                className={classes(
                  'flex h-full flex-col items-center justify-center gap-0.5 px-0.5 text-label font-medium',
                  'desk:h-12 desk:flex-row desk:justify-start desk:gap-3 desk:rounded-input desk:px-3 desk:text-base',
                  selected
                    ? 'text-accent desk:bg-white/16 desk:text-white'
                    : 'text-soft desk:text-on-hero desk:hover:bg-white/8',
                )}
              >
                {Icon !== undefined && (
                  <span className="relative">
                    <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
                    {waiting > 0 && (
                      <span className="figures absolute -top-1 left-3.5 min-w-4.5 rounded-full bg-danger-solid px-1 text-center text-label leading-4.5 font-semibold text-white">
                        {waiting}
                      </span>
                    )}
                  </span>
                )}
                <span className="line-clamp-2 w-full text-center leading-tight wrap-anywhere desk:text-left">
                  {t(row.title)}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
