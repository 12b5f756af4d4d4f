/** Shortcuts to the most used screens. */
import { ArrowLeftRight, ClipboardList, Coins, Repeat, TrendingUp } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { convertLink, forexMarketLink, marketLink, ordersLink, tradeTabLink } from '../../lib/links.ts';

const shortcuts = [
  { key: 'market', icon: TrendingUp, href: marketLink },
  { key: 'trade', icon: ArrowLeftRight, href: tradeTabLink },
  { key: 'forex', icon: Coins, href: forexMarketLink },
  { key: 'convert', icon: Repeat, href: convertLink },
  { key: 'orders', icon: ClipboardList, href: ordersLink },
] as const satisfies readonly { key: string; icon: LucideIcon; href: string }[];

export function Shortcuts() {
  const t = useTranslations('titles');
  const home = useTranslations('home');
  return (
    <nav aria-label={home('shortcuts')} className="px-2 pt-4">
      <ul className="grid grid-cols-5">
        {shortcuts.map(({ key, icon: Icon, href }) => (
          <li key={key}>
            <Link
              href={href}
              className="flex min-h-20 flex-col items-center gap-2 rounded-card pt-1 active:opacity-70"
            >
              <span className="grid size-[52px] place-items-center rounded-[18px] bg-surface text-accent shadow-card">
                <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <span className="max-w-full truncate text-xs font-medium text-soft">
                {/* The page's title is too long for a shortcut. */}
                {key === 'forex' ? home('forexShort') : t(key)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
