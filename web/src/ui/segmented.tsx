/** Two to four choices side by side, of which one is selected. With a tone, the selected choice is coloured: buy and sell. */
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { classes } from './classes.ts';
import { PlainButton } from './plain-button.tsx';

export type SegmentedOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly tone?: 'up' | 'down';
};

export type SegmentedProps<Value extends string> = {
  readonly label: string;
  /** Whether the label is also shown above the choices, whose own labels do not name their subject. */
  readonly labelShown?: boolean;
  readonly options: readonly SegmentedOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Whether each segment is as wide as its text, for texts that do not fit in equal widths. */
  readonly byWord?: boolean;
};

const taken = {
  up: 'bg-up-solid text-white',
  down: 'bg-down-solid text-white',
  plain: 'bg-lifted text-ink shadow-sm',
};

export function Segmented<Value extends string>({
  label,
  labelShown = false,
  options,
  value,
  onChange,
  byWord = false,
}: SegmentedProps<Value>) {
  const group = (
    <RadioGroup
      value={value}
      onValueChange={(next) => onChange(next)}
      aria-label={label}
      className="flex gap-1 rounded-input bg-sunken p-1"
    >
      {options.map((option) => {
        const selected = option.value === value;
        return (
          <Radio.Root
            key={option.value}
            value={option.value}
            nativeButton
            render={<PlainButton />}
            className={classes(
              'relative min-h-10 min-w-0 rounded-lg text-sm font-semibold transition-colors after:absolute after:-inset-y-0.5 after:inset-x-0',
              byWord ? 'flex-auto px-1' : 'flex-1 px-2',
              selected ? taken[option.tone ?? 'plain'] : 'text-soft',
            )}
          >
            {option.label}
          </Radio.Root>
        );
      })}
    </RadioGroup>
  );
  if (!labelShown) return group;
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium text-soft">
        {label}
      </p>
      {group}
    </div>
  );
}
