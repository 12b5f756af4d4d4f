/** The rows of a list, of which exactly one is chosen and has a check mark. The arrow keys move the choice. */
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { PlainButton } from './plain-button.tsx';

export type ChoiceRow<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** The language of the label, if it is not the app's. */
  readonly lang?: string;
  readonly start?: ReactNode;
  readonly end?: ReactNode;
};

export type ChoiceRowsProps<Value extends string> = {
  /** The name of the choice, or the id of the element that shows it. */
  readonly label: string | { readonly id: string };
  readonly rows: readonly ChoiceRow<Value>[];
  readonly value: Value | undefined;
  readonly onChoose: (value: Value) => void;
};

export function ChoiceRows<Value extends string>({ label, rows, value, onChoose }: ChoiceRowsProps<Value>) {
  const named = typeof label === 'string' ? { 'aria-label': label } : { 'aria-labelledby': label.id };
  return (
    // The group gets a value even before a choice, because it would otherwise be uncontrolled.
    <RadioGroup value={value ?? null} onValueChange={(next) => next !== null && onChoose(next)} {...named}>
      {rows.map((row) => (
        <Radio.Root
          key={row.value}
          value={row.value}
          nativeButton
          lang={row.lang}
          render={<PlainButton />}
          className={classes(
            'press hairline flex w-full items-center gap-3 px-4 py-2 text-left last-of-type:shadow-none',
            row.start === undefined ? 'min-h-13' : 'min-h-14',
          )}
        >
          {row.start}
          <span className="min-w-0 flex-1">{row.label}</span>
          {row.end}
          <Check
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            className={classes('shrink-0 text-accent', row.value !== value && 'invisible')}
          />
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
