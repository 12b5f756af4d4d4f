/** The parts of a position that change with the price. Only these re-render when the symbol ticks. */
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { classes } from '../../ui/classes.ts';
import { PriceText } from '../../parts/price-text.tsx';
import { centsDown } from '../position-figures.ts';
import { usePositionFigures } from '../use-position-figures.ts';
import { toneOf } from './position-words.ts';

type LiveProps = { readonly position: Position };

/** The health below which the margin counts as thin, which is also the level of the first warning. */
const THIN_FROM = 75;

/** The profit in USDT and in per cent of the margin, on a separate line so that no figure shifts its neighbours. */
export function LiveProfit({ position }: LiveProps) {
  const t = useTranslations('positions');
  const figures = usePositionFigures(position);
  return (
    <div className="flex h-8 items-center justify-between gap-3">
      {figures !== undefined && (
        <>
          <span className={classes('text-xl font-semibold', toneOf(signOf(figures.profit)))}>
            <span className="sr-only">{`${t('profitNow')} `}</span>
            <AmountText value={centsDown(figures.profit)} signed unit="USDT" />
          </span>
          <span className="flex min-w-0 items-baseline gap-1 text-xs text-quiet">
            <ChangeText value={figures.profitPercent} />
            {t('ofMargin')}
          </span>
        </>
      )}
    </div>
  );
}

export function LiveMark({ position, tickSize }: LiveProps & { readonly tickSize: string }) {
  const figures = usePositionFigures(position);
  return figures === undefined ? <span>–</span> : <PriceText value={figures.mark} tickSize={tickSize} />;
}

function useHealthText(health: number | undefined): string {
  const { locale } = useFormat();
  return health === undefined ? '–' : `${health.toLocaleString(locale)}%`;
}

/** Equity in per cent of the initial margin. */
export function LiveHealth({ position }: LiveProps) {
  const health = usePositionFigures(position)?.health;
  const text = useHealthText(health);
  return (
    <span className={classes(health !== undefined && health <= THIN_FROM && 'text-warning')}>{text}</span>
  );
}

/** The health as a thin bar: full at 100, empty at liquidation. */
export function HealthBar({ position }: LiveProps) {
  const t = useTranslations('positions');
  const figures = usePositionFigures(position);
  const health = figures?.health ?? 100;
  const text = useHealthText(figures?.health);
  return (
    <div
      role="meter"
      aria-label={t('health')}
      aria-valuemin={50}
      aria-valuemax={100}
      aria-valuenow={Math.max(50, Math.min(100, health))}
      aria-valuetext={text}
      className="h-1 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={classes('h-full rounded-full', health <= THIN_FROM ? 'bg-warning' : 'bg-soft')}
        style={{ width: `${figures?.bar ?? 0}%` }}
      />
    </div>
  );
}
