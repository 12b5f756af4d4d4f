/** The choice of the ticket's duration, with the payout of each duration. */
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useTranslations } from 'use-intl';
import { classes } from '../../../ui/classes.ts';
import { PlainButton } from '../../../ui/plain-button.tsx';
import type { Duration } from './option-draft.ts';
import { useOptionWords } from './option-words.ts';

export type DurationFieldProps = {
  readonly durations: readonly Duration[];
  /** In seconds. */
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
      <RadioGroup
        value={chosen}
        onValueChange={(seconds) => onChange(seconds.toString())}
        aria-label={t('durationAndPayout')}
        className="flex gap-1.5"
      >
        {durations.map(({ seconds, payoutRatio }) => {
          const selected = seconds === chosen;
          return (
            <Radio.Root
              key={seconds}
              value={seconds}
              nativeButton
              render={<PlainButton />}
              className={classes(
                'min-h-12 min-w-0 flex-1 rounded-input px-0.5 py-1 text-center transition-colors',
                selected ? 'bg-accent-wash text-accent inset-ring inset-ring-accent' : 'bg-sunken text-soft',
              )}
            >
              <span className="block text-sm font-semibold whitespace-nowrap">{words.duration(seconds)}</span>
              <span className="figures block text-xs">{words.percent(payoutRatio)}%</span>
            </Radio.Root>
          );
        })}
      </RadioGroup>
      {error !== undefined && (
        <p role="alert" className="pt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
