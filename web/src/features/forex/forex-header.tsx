/** The price of a pair or metal: last price and change, the day's high and low, and bid and ask with the spread in pips. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { ClosedBadge } from '../../live/closed-badge.tsx';
import type { Quoted } from '../../live/quotes.ts';
import { useFigures } from '../../live/use-quotations.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { PriceText } from '../../parts/price-text.tsx';
import { spreadInPips } from './pips.ts';

function DayFigure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-xs whitespace-nowrap text-quiet">{name}</dt>
      <dd className="figures text-xs">{value}</dd>
    </div>
  );
}

export type ForexHeaderProps = {
  readonly row: Quoted;
  readonly pipSize: string | undefined;
};

function TwoPrices({ row, pipSize }: ForexHeaderProps) {
  const t = useTranslations('forex');
  const spot = useTranslations('spot');
  const format = useFormat();
  const figures = useFigures(row);
  const pips = pipSize === undefined ? undefined : format.decimal(spreadInPips(figures, pipSize), { max: 1 });
  return (
    <dl className="mt-2 grid grid-cols-3 gap-2 text-xs">
      <div>
        <dt className="text-quiet">{spot('bid')}</dt>
        <dd className="figures text-sm text-down">{format.price(figures.bid, row.tick_size)}</dd>
      </div>
      <div className="text-center">
        <dt className="text-quiet">{spot('spread')}</dt>
        <dd className="figures min-h-5 text-sm">{pips !== undefined && t('spreadPips', { pips })}</dd>
      </div>
      <div className="text-right">
        <dt className="text-quiet">{spot('ask')}</dt>
        <dd className="figures text-sm text-up">{format.price(figures.ask, row.tick_size)}</dd>
      </div>
    </dl>
  );
}

export function ForexHeader({ row, pipSize }: ForexHeaderProps) {
  const t = useTranslations('forex');
  const chart = useTranslations('chart');
  const spot = useTranslations('spot');
  const format = useFormat();
  const figures = useFigures(row);
  return (
    <div className="hairline bg-surface px-4 pt-2.5 pb-2">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <span className="sr-only">{spot('priceAbout')}</span>
          <PriceText value={figures.last} tickSize={row.tick_size} className="text-2xl font-semibold" />
          <div className="flex min-h-6 flex-wrap items-center gap-2">
            <ChangeText value={figures.change} />
            {figures.open ? (
              <span className="text-xs text-quiet">{t('open')}</span>
            ) : (
              <ClosedBadge row={row} />
            )}
          </div>
        </div>
        <dl className="min-w-32 shrink-0 space-y-0.5">
          <DayFigure name={chart('high')} value={format.price(figures.high, row.tick_size)} />
          <DayFigure name={chart('low')} value={format.price(figures.low, row.tick_size)} />
        </dl>
      </div>
      <TwoPrices row={row} pipSize={pipSize} />
    </div>
  );
}
