/** A field for a decimal typed with the app's keypad, such as a price. The size of an order is a `big-amount.tsx`. */
import { Field } from '@base-ui/react/field';
import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from '../ui/classes.ts';
import { FieldFrame } from '../ui/field-frame.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { AmountInputProps } from './use-amount-input.tsx';
import { useAmountInput } from './use-amount-input.tsx';

export type AmountFieldProps = AmountInputProps & {
  readonly unit?: string;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
};

export function AmountField(props: AmountFieldProps) {
  const { label, unit, placeholder, hint, step } = props;
  const t = useTranslations('ui');
  const { ref, control, error, moveBy, keypad } = useAmountInput(props);
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {step !== undefined && (
        <IconButton icon={Minus} label={t('less')} size={18} onClick={() => moveBy(-1)} />
      )}
      <Field.Control
        ref={ref}
        {...control}
        placeholder={placeholder}
        className={classes(
          'figures h-11 min-w-0 flex-1 bg-transparent text-lg text-ink outline-none',
          step === undefined ? 'px-3' : 'px-1 text-center',
        )}
      />
      {unit !== undefined && <span className="shrink-0 px-3 text-sm text-soft">{unit}</span>}
      {step !== undefined && <IconButton icon={Plus} label={t('more')} size={18} onClick={() => moveBy(1)} />}
      {keypad}
    </FieldFrame>
  );
}
