/** The levels that are or will be set, in one wrapping line. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';

export type LevelLineProps = {
  readonly levels: Pick<Position, 'take_profit' | 'stop_loss' | 'profit_lock' | 'trailing'>;
  readonly tickSize: string;
};

export function LevelLine({ levels, tickSize }: LevelLineProps) {
  const t = useTranslations('positions');
  const format = useFormat();
  const set = [
    ['takeProfit', levels.take_profit],
    ['stopLoss', levels.stop_loss],
    ['profitLock', levels.profit_lock],
    ['trailing', levels.trailing],
  ] as const;
  const shown = set.filter(([, level]) => level !== null);
  if (shown.length === 0) return <p className="text-xs text-quiet">{t('noLevels')}</p>;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-soft">
      {shown.map(([name, level]) => (
        <li key={name}>
          {t(name)} <span className="figures text-ink">{format.price(level ?? '0', tickSize)}</span>
        </li>
      ))}
    </ul>
  );
}
