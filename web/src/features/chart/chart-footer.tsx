/** Buy and Sell under the chart, each with the price it would fill at now. */
import type { Side } from '@candor/domain/trading/spot.ts';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useFormat } from '../../lib/format.ts';
import { tradeLink } from '../../lib/links.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useFigures } from '../../live/use-quotations.ts';

const look = {
  buy: 'bg-up-solid',
  sell: 'bg-down-solid',
} as const;

export function ChartFooter({ row }: { readonly row: Quotation }) {
  const t = useTranslations('chart');
  const format = useFormat();
  const figures = useFigures(row);
  const prices: Record<Side, string> = { buy: figures.ask, sell: figures.bid };
  return (
    <div className="flex gap-3">
      {(['buy', 'sell'] as const).map((side) => (
        <Link
          key={side}
          href={tradeLink(row.symbol, side)}
          className={`flex min-h-12 flex-1 flex-col items-center justify-center rounded-input text-white active:opacity-85 ${look[side]}`}
        >
          <span className="text-base leading-tight font-semibold">{t(side)}</span>
          <span className="figures text-xs leading-tight">{format.price(prices[side], row.tick_size)}</span>
        </Link>
      ))}
    </div>
  );
}
