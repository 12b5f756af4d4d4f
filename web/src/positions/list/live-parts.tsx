/** The parts of a position that move with the price. Each renders when its symbol ticks; what stands around it does not. */
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { AmountText } from '../../ui/amount-text.tsx';
import { ChangeText } from '../../ui/change-text.tsx';
import { classes } from '../../ui/classes.ts';
import { PriceText } from '../../ui/price-text.tsx';
import { centsDown } from '../position-figures.ts';
import { usePositionFigures } from '../use-position-figures.ts';
import { toneOf } from './position-words.ts';

type LiveProps = { readonly position: Position };

/** Profit in USDT and in per cent of the margin; room is kept for it until it is known. */
export function LiveProfit({ position }: LiveProps) {
  const t = useTranslations('positions');
  const figures = usePositionFigures(position);
  if (figures === undefined) return <span className="block h-11 w-24" />;
  return (
    <span className="flex h-11 shrink-0 flex-col items-end justify-center">
      <span className="sr-only">{t('profitNow')}</span>
      <span className={classes('text-lg leading-6 font-semibold', toneOf(signOf(figures.profit)))}>
        <AmountText value={centsDown(figures.profit)} signed unit="USDT" />
      </span>
      <span className="flex items-baseline gap-1 text-xs text-quiet">
        <ChangeText value={figures.profitPercent} />
        {t('ofMargin')}
      </span>
    </span>
  );
}

/** The price at which it would close now. */
export function LiveMark({ position, tickSize }: LiveProps & { readonly tickSize: string }) {
  const figures = usePositionFigures(position);
  return figures === undefined ? <span>–</span> : <PriceText value={figures.mark} tickSize={tickSize} />;
}

const healthTones = (health: number): string => (health <= 75 ? 'bg-warning' : 'bg-soft');

/** Equity in per cent of the initial margin: a full bar at 100, an empty one where it is closed out. */
export function HealthBar({ position }: LiveProps) {
  const t = useTranslations('positions');
  const { locale } = useFormat();
  const figures = usePositionFigures(position);
  const health = figures?.health ?? 100;
  const text = figures === undefined ? '–' : `${health.toLocaleString(locale)}%`;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 text-xs text-quiet">
        <span>{t('health')}</span>
        <span className={classes('figures font-medium', health <= 75 ? 'text-warning' : 'text-soft')}>
          {text}
        </span>
      </div>
      <div
        role="meter"
        aria-label={t('health')}
        aria-valuemin={50}
        aria-valuemax={100}
        aria-valuenow={Math.max(50, Math.min(100, health))}
        aria-valuetext={text}
        className="mt-1 h-1 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={classes('h-full rounded-full', healthTones(health))}
          style={{ width: `${figures?.bar ?? 0}%` }}
        />
      </div>
    </div>
  );
}
