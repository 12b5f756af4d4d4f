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
    <nav aria-label={home('shortcuts')} className="hairline bg-surface px-2 pb-3">
      <ul className="grid grid-cols-5">
        {shortcuts.map(({ key, icon: Icon, href }) => (
          <li key={key}>
            <Link
              href={href}
              className="flex min-h-16 flex-col items-center gap-1.5 rounded-input pt-1 active:opacity-70"
            >
              <span className="grid size-11 place-items-center rounded-full bg-accent-wash text-accent">
                <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <span className="max-w-full truncate text-label">
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
