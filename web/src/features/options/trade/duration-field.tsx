/** How long the ticket runs, all choices in sight, each with what it pays. */
import { useTranslations } from 'use-intl';
import { moveByArrow } from '../../../ui/arrow-keys.ts';
import { classes } from '../../../ui/classes.ts';
import type { Duration } from './option-draft.ts';
import { useOptionWords } from './option-words.ts';

export type DurationFieldProps = {
  readonly durations: readonly Duration[];
  /** The seconds of the chosen one. */
  readonly chosen: number;
  readonly error: string | undefined;
  readonly onChange: (seconds: string) => void;
};

export function DurationField({ durations, chosen, error, onChange }: DurationFieldProps) {
  const t = useTranslations('option');
  const words = useOptionWords();
  return (
    <div>
      <p aria-hidden="true" className="pb-1.5 text-sm font-medium text-soft">
        {t('durationAndPayout')}
      </p>
      <div role="radiogroup" aria-label={t('durationAndPayout')} className="flex gap-1.5">
        {durations.map(({ seconds, payoutRatio }, at) => {
          const selected = seconds === chosen;
          return (
            <button
              key={seconds}
              type="button"
              role="radio"
              aria-checked={selected}
              tabIndex={selected ? 0 : -1}
              onClick={() => onChange(seconds.toString())}
              onKeyDown={(event) =>
                moveByArrow(event, {
                  options: durations,
                  at,
                  choose: (next) => onChange(next.seconds.toString()),
                })
              }
              className={classes(
                'min-h-12 min-w-0 flex-1 rounded-input px-0.5 py-1 text-center transition-colors',
                selected ? 'bg-accent-wash text-accent inset-ring inset-ring-accent' : 'bg-sunken text-soft',
              )}
            >
              <span className="block text-sm font-semibold whitespace-nowrap">{words.duration(seconds)}</span>
              <span className="figures block text-xs">{words.percent(payoutRatio)}%</span>
            </button>
          );
        })}
      </div>
      {error !== undefined && (
        <p role="alert" className="pt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
