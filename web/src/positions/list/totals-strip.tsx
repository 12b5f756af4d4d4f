/** The totals of all open positions, above the list. */
import { useTranslations } from 'use-intl';
import { signOf } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { classes } from '../../ui/classes.ts';
import { centsDown } from '../position-figures.ts';
import { toneOf } from './position-words.ts';
import { useTotals } from './use-totals.ts';

export function TotalsStrip({ positions }: { readonly positions: readonly Position[] }) {
  const t = useTranslations('positions');
  const { profit, margin } = useTotals(positions);
  return (
    <dl className="flex items-start justify-between gap-4 px-4 pt-3">
      <div className="min-w-0">
        <dt className="text-xs text-quiet">{t('profitNow')}</dt>
        <dd
          className={classes(
            'text-xl font-semibold',
            profit === undefined ? 'text-ink' : toneOf(signOf(profit)),
          )}
        >
          {profit === undefined ? '–' : <AmountText value={centsDown(profit)} signed unit="USDT" />}
        </dd>
      </div>
      <div className="min-w-0 text-right">
        <dt className="text-xs text-quiet">{t('marginOfAll')}</dt>
        <dd className="text-base leading-[26px]">
          <AmountText value={margin} unit="USDT" />
        </dd>
      </div>
    </dl>
  );
}
