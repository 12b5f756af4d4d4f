/** Chips in a row, of which exactly one is chosen. The arrow keys move the choice. */
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { Ref } from 'react';
import { chipLook } from './chip.tsx';
import { PlainButton } from './plain-button.tsx';

export type ChipChoiceProps<Value extends string | number> = {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The layout of the row. */
  readonly className: string;
  readonly ref?: Ref<HTMLDivElement>;
};

export function ChipChoice<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  className,
  ref,
}: ChipChoiceProps<Value>) {
  return (
    <RadioGroup
      ref={ref}
      value={value}
      onValueChange={(next) => onChange(next)}
      aria-label={label}
      className={className}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          nativeButton
          render={<PlainButton />}
          className={chipLook(option.value === value)}
        >
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
