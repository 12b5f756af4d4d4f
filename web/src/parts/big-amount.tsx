/**
 * The size of an order, which is the centre of its ticket: typed large, the minor digits lighter. The typed text is drawn behind the
 * input, whose own text is transparent, because an input can't show its parts differently.
 */
import { Field } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { useContext, useState } from 'react';
import { useFormat } from '../lib/format.ts';
import { classes } from '../ui/classes.ts';
import { FieldFrame } from '../ui/field-frame.tsx';
import { SurroundingsContext } from '../ui/surroundings.ts';
import { amountSize, groupedParts } from './amount-size.ts';
import type { AmountInputProps } from './use-amount-input.tsx';
import { useAmountInput } from './use-amount-input.tsx';

export type BigAmountProps = AmountInputProps & {
  readonly unit: string;
  /** A switch of the unit at the end of the line, which then replaces the unit. */
  readonly unitSwitch?: ReactNode;
  readonly hint?: ReactNode;
};

export function BigAmount(props: BigAmountProps) {
  const { label, value, unit, unitSwitch, hint } = props;
  const format = useFormat();
  const { worksByTouch } = useContext(SurroundingsContext);
  const { ref, control, typing, error, keypad } = useAmountInput(props);
  const [focused, setFocused] = useState(false);
  // Digits have no separators while a hardware keyboard is used, because its caret must be between the displayed
  // digits.
  const group = (whole: string) => (focused && !worksByTouch() ? whole : format.quantity(whole));
  const [whole, rest] = groupedParts(value, { point: format.point, group });
  const size = amountSize(whole + rest, unitSwitch !== undefined);
  return (
    <FieldFrame open label={label} error={error} hint={hint}>
      <div className={classes('relative h-14 min-w-0 flex-1', size)}>
        <span
          aria-hidden="true"
          className="figures flex h-full items-center font-semibold tracking-tight whitespace-pre"
        >
          {value === '' ? <span className="text-quiet">0</span> : whole}
          {rest !== '' && <span className="text-quiet">{rest}</span>}
          {typing && <span className="ml-0.5 h-[0.9em] w-0.5 rounded-full bg-accent" />}
          {unitSwitch === undefined && (
            <span
              className={classes(
                'pl-2 font-medium tracking-normal text-quiet',
                size === 'text-base' ? 'text-sm' : 'text-xl',
              )}
            >
              {unit}
            </span>
          )}
        </span>
        <Field.Control
          ref={ref}
          {...control}
          onFocus={(event) => {
            setFocused(true);
            control.onFocus?.(event);
          }}
          onBlur={(event) => {
            setFocused(false);
            control.onBlur?.(event);
          }}
          className={classes(
            'figures absolute inset-0 w-full bg-transparent font-semibold tracking-tight text-transparent outline-none',
            typing ? 'caret-transparent' : 'caret-accent',
          )}
        />
      </div>
      {unitSwitch}
      {keypad}
    </FieldFrame>
  );
}
