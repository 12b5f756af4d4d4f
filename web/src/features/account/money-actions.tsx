/** The buttons that open deposit, withdrawal, transfer and exchange. */
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Repeat } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { depositLink, exchangeLink, transferLink, withdrawLink } from '../../lib/links.ts';
import { Section } from '../../ui/section.tsx';

const actions = [
  { key: 'deposit', icon: ArrowDownToLine, href: depositLink },
  { key: 'withdraw', icon: ArrowUpFromLine, href: withdrawLink },
  { key: 'transfer', icon: ArrowLeftRight, href: transferLink() },
  { key: 'exchange', icon: Repeat, href: exchangeLink },
] as const satisfies readonly { key: string; icon: LucideIcon; href: string }[];

export function MoneyActions() {
  const t = useTranslations('titles');
  return (
    <Section plain>
      <ul className="flex gap-2">
        {actions.map(({ key, icon: Icon, href }) => (
          <li key={key} className="min-w-0 flex-1">
            <Link
              href={href}
              className="press flex min-h-18 flex-col items-center justify-center gap-1.5 rounded-card bg-surface px-1 py-2 shadow-card"
            >
              <Icon size={22} strokeWidth={1.75} aria-hidden="true" className="text-accent" />
              <span className="max-w-full text-center text-sm font-medium break-words">{t(key)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
