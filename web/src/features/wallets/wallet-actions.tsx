/** The actions on a wallet: deposit, withdraw, transfer, exchange, records, and the actions that features add for a coin. */
import type { LucideIcon } from 'lucide-react';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Repeat, ScrollText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useQuotations } from '../../live/use-quotations.ts';
import { useEntries } from '../../platform/entries.ts';
import { depositLink, exchangeLink, recordsLink, transferLink, withdrawLink } from '../../lib/links.ts';
import { classes } from '../../ui/classes.ts';

/** The currencies that can be deposited and withdrawn. The other actions apply to all currencies. */
const PAYABLE: ReadonlySet<string> = new Set(['USDT', 'BTC', 'ETH']);

/** The number of actions that fit side by side on a phone. */
const PER_ROW = 5;

type Action = readonly [text: string, icon: LucideIcon, href: string];

function useCoinActions(currency: string | undefined): readonly Action[] {
  const t = useTranslations();
  const { coins } = useEntries();
  const row = useQuotations().data?.find(
    ({ spot, base, quote }) => spot && base === currency && quote === 'USDT',
  );
  if (row === undefined) return [];
  return coins.map(({ says, icon, hrefOf }) => [t(says), icon, hrefOf(row.symbol)]);
}

export function WalletActions({ currency }: { readonly currency?: string }) {
  const t = useTranslations('wallets');
  const titles = useTranslations('titles');
  const isPayable = currency === undefined || PAYABLE.has(currency);
  const transfer = currency === undefined ? transferLink() : transferLink({ currency });
  const ofCoin = useCoinActions(currency);
  const all: readonly Action[] = [
    ...(isPayable
      ? ([
          [titles('deposit'), ArrowDownToLine, depositLink],
          [titles('withdraw'), ArrowUpFromLine, withdrawLink],
        ] as const)
      : []),
    [titles('transfer'), ArrowLeftRight, transfer],
    [titles('exchange'), Repeat, exchangeLink],
    [t('records'), ScrollText, recordsLink(currency)],
    ...ofCoin,
  ];
  return (
    <nav
      aria-label={t('actions')}
      className={classes(
        'gap-y-1 px-1 pb-2',
        // Puts all actions in one row, or in two rows of equal length.
        all.length > PER_ROW ? 'grid grid-cols-3 justify-items-center' : 'flex flex-wrap justify-around',
      )}
    >
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
