/** The tabs at the bottom: the rows of the table of screens that have an icon. */
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { classes } from '../ui/classes.ts';
import { tabs } from './routes.tsx';

export function TabBar({ current }: { readonly current: string }) {
  const t = useTranslations('titles');
  const label = useTranslations('ui')('mainNavigation');
  return (
    <nav
      aria-label={label}
      className="tab-bar fixed inset-x-0 bottom-0 z-20 mx-auto max-w-160 border-t border-line bg-surface pb-(--safe-bottom)"
    >
      <ul className="flex h-(--tabs-height)">
        {tabs.map((row) => {
          const Icon = row.tab;
          const selected = row.paths[0] === current;
          return (
            <li key={row.paths[0]} className="min-w-0 flex-1">
              <Link
                href={row.paths[0]}
                aria-current={selected ? 'page' : undefined}
                onPointerEnter={row.screen.preload}
                onClick={() => {
                  if (selected) window.scrollTo({ top: 0, behavior: 'smooth' });
                }}
                className={classes(
                  'flex h-full flex-col items-center justify-center gap-0.5 px-0.5 text-xs font-medium',
                  selected ? 'text-accent' : 'text-soft',
                )}
              >
                {Icon !== undefined && <Icon size={22} strokeWidth={1.75} aria-hidden="true" />}
                <span className="w-full truncate text-center leading-tight">{t(row.title)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
