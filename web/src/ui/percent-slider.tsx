/** How much of what one has: 0 to 100 per cent, with marks at the quarters. */
import { useTranslations } from 'use-intl';
import { classes } from './classes.ts';

const MARKS = [0, 25, 50, 75, 100] as const;

export type PercentSliderProps = {
  readonly label: string;
  /** A whole number from 0 to 100. */
  readonly percent: number;
  readonly onChange: (percent: number) => void;
  readonly disabled?: boolean;
};

export function PercentSlider({ label, percent, onChange, disabled = false }: PercentSliderProps) {
  const t = useTranslations('ui');
  return (
    <div data-base-ui-swipe-ignore data-no-pull className="select-none">
      <div className="relative flex h-11 items-center">
        <div className="pointer-events-none absolute inset-x-2.5 h-1 rounded-full bg-line-strong">
          <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={percent}
          disabled={disabled}
          aria-label={label}
          aria-valuetext={t('percentOf', { percent })}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="percent-range relative h-11 w-full"
        />
      </div>
      <div className="-mt-2 flex justify-between" aria-hidden="true">
        {MARKS.map((mark) => (
          <button
            key={mark}
            type="button"
            tabIndex={-1}
            disabled={disabled}
            onClick={() => onChange(mark)}
            className={classes(
              'figures relative min-w-9 py-1 text-xs first:text-left last:text-right after:absolute after:inset-x-0 after:top-0 after:-bottom-5',
              mark <= percent && percent > 0 ? 'text-accent' : 'text-quiet',
            )}
          >
            {mark}%
          </button>
        ))}
      </div>
    </div>
  );
}
