/** What one can do with a wallet: pay in, withdraw, move between accounts, exchange, look at the records. */
import type { LucideIcon } from 'lucide-react';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Repeat, ScrollText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { depositLink, exchangeLink, recordsLink, transferLink, withdrawLink } from '../../lib/links.ts';

/** These alone can be paid in and out; any coin can be moved, exchanged and looked up. */
const PAYABLE: ReadonlySet<string> = new Set(['USDT', 'BTC', 'ETH']);

export function WalletActions({ currency }: { readonly currency?: string }) {
  const t = useTranslations('wallets');
  const titles = useTranslations('titles');
  const isPayable = currency === undefined || PAYABLE.has(currency);
  const transfer = currency === undefined ? transferLink() : transferLink({ currency });
  const all: readonly (readonly [text: string, icon: LucideIcon, href: string])[] = [
    ...(isPayable
      ? ([
          [titles('deposit'), ArrowDownToLine, depositLink],
          [titles('withdraw'), ArrowUpFromLine, withdrawLink],
        ] as const)
      : []),
    [titles('transfer'), ArrowLeftRight, transfer],
    [titles('exchange'), Repeat, exchangeLink],
    [t('records'), ScrollText, recordsLink(currency)],
  ];
  return (
    <nav aria-label={t('actions')} className="flex flex-wrap justify-around gap-y-1 px-1 pb-2">
      {all.map(([text, Icon, href]) => (
        <Link
          key={href}
          href={href}
          className="press flex min-h-16 min-w-16 flex-col items-center justify-center gap-1 rounded-input px-1 text-xs text-soft"
        >
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" className="text-accent" />
          {text}
        </Link>
      ))}
    </nav>
  );
}
