/** The two trade buttons below the chart, buy and sell or long and short, each with the price of an order filled now. */
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../../lib/format.ts';
import { contractLink, forexLink, tradeLink } from '../../lib/links.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useFigures } from '../../live/use-quotations.ts';

const look = {
  up: 'bg-up-solid',
  down: 'bg-down-solid',
} as const;

export type TradedHere = 'spot' | 'contract' | 'forex';

export type ChartFooterProps = {
  readonly row: Quotation;
  readonly traded: TradedHere;
};

export function ChartFooter({ row, traded }: ChartFooterProps) {
  const t = useTranslations('chart');
  const leverage = useTranslations('opening');
  const format = useFormat();
  const { ask, bid } = useFigures(row);
  const { symbol } = row;
  const leveraged = traded === 'forex' ? forexLink : contractLink;
  const ways =
    traded === 'spot'
      ? ([
          { tone: 'up', label: t('buy'), price: ask, href: tradeLink(symbol, 'buy') },
          { tone: 'down', label: t('sell'), price: bid, href: tradeLink(symbol, 'sell') },
        ] as const)
      : ([
          { tone: 'up', label: leverage('long'), price: ask, href: leveraged(symbol, 'long') },
          { tone: 'down', label: leverage('short'), price: bid, href: leveraged(symbol, 'short') },
        ] as const);
  return (
    <div className="flex gap-3">
      {ways.map(({ tone, label, price, href }) => (
        <Link
          key={tone}
          href={href}
          className={`flex min-h-12 flex-1 flex-col items-center justify-center rounded-input text-white active:opacity-85 ${look[tone]}`}
        >
          <span className="text-base leading-tight font-semibold">{label}</span>
          <span className="figures text-xs leading-tight">{format.price(price, row.tick_size)}</span>
        </Link>
      ))}
    </div>
  );
}
