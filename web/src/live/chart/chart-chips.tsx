/** The two rows of chips above the chart: the period and the indicators. */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { Chip } from '../../ui/chip.tsx';
import { chartViews } from './chart-periods.ts';
import { indicatorNames, needsVolume, useChartPreferences } from './chart-preferences.ts';

const row = 'flex min-h-11 items-center gap-0.5 overflow-x-auto px-2 [scrollbar-width:none]';

/** Places the chips closer together, so that a small phone shows every period. */
const periodRow = `${row} [&>button]:px-2`;

/** Scrolls the selected chip into view once if the row is wider than the screen. */
function showTaken(group: HTMLElement | null): void {
  // Waits for the next frame, which computes the layout anyway. The layout would otherwise be computed twice.
  requestAnimationFrame(() =>
    group?.querySelector('[aria-checked="true"]')?.scrollIntoView({ inline: 'center', block: 'nearest' }),
  );
}

export type ChartChipsProps = {
  /** Whether the instrument's candles have a volume. */
  readonly hasVolume: boolean;
  readonly end: ReactNode;
};

export function ChartChips({ hasVolume, end }: ChartChipsProps) {
  const t = useTranslations('chart');
  const { view, setView, indicators, toggleIndicator } = useChartPreferences();
  return (
    <div className="hairline shrink-0">
      <ChipChoice
        ref={showTaken}
        label={t('period')}
        className={periodRow}
        options={chartViews.map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={setView}
      />
      <div className="flex items-center">
        <div role="group" aria-label={t('indicators')} className={`${row} min-w-0 flex-1`}>
          {indicatorNames
            .filter((name) => hasVolume || !needsVolume.includes(name))
            .map((name) => (
              <Chip key={name} selected={indicators.includes(name)} onPress={() => toggleIndicator(name)}>
                {name}
              </Chip>
            ))}
        </div>
        {end}
      </div>
    </div>
  );
}
