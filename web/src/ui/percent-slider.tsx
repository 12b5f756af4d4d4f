/** A slider for a share of the available amount: 0 to 100 per cent, with marks at the quarters. */
import { Slider } from '@base-ui/react/slider';
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
      <Slider.Root value={percent} onValueChange={(next) => onChange(next)} disabled={disabled}>
        <Slider.Control
          // Lets vertical movements scroll the page.
          className="touch-pan-y flex h-11 cursor-pointer items-center px-2.75 data-disabled:cursor-not-allowed"
        >
          <Slider.Track className="h-1 flex-1 rounded-full bg-line-strong">
            <Slider.Indicator className="rounded-full bg-accent" />
            <Slider.Thumb
              aria-label={label}
              getAriaValueText={() => t('percentOf', { percent })}
              className="size-5.5 rounded-full border-2 border-accent bg-white data-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
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
