/** A choice among a few items with icon and name, in columns. */
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { PlainButton } from './plain-button.tsx';

export type Choice<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly mark?: ReactNode;
};

export type ChoiceGridProps<Value extends string> = {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | undefined;
  readonly columns: 2 | 3;
  readonly onChoose: (value: Value) => void;
};

export function ChoiceGrid<Value extends string>(props: ChoiceGridProps<Value>) {
  const { label, choices, value, columns, onChoose } = props;
  return (
    <RadioGroup
      // The group gets a value even before a choice, because it would otherwise be uncontrolled.
      value={value ?? null}
      onValueChange={(next) => next !== null && onChoose(next)}
      aria-label={label}
      className={classes('grid gap-2', columns === 3 ? 'grid-cols-3' : 'grid-cols-2')}
    >
      {choices.map((choice) => {
        const selected = choice.value === value;
        return (
          <Radio.Root
            key={choice.value}
            value={choice.value}
            nativeButton
            render={<PlainButton />}
            className={classes(
              'flex min-h-12 min-w-0 items-center gap-2 rounded-input border px-3 py-2 text-left text-sm font-medium transition-colors',
              selected ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong bg-surface',
            )}
          >
            {choice.mark}
            <span className="min-w-0 break-words">{choice.label}</span>
          </Radio.Root>
        );
      })}
    </RadioGroup>
  );
}
