/** A field whose value is chosen from a list in a sheet. */
import { Field } from '@base-ui/react/field';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { PlainButton } from './plain-button.tsx';
import { SelectSheet } from './select-sheet.tsx';
import type { SelectOption } from './option-list.tsx';

export type SelectFieldProps<Value extends string> = {
  readonly label: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value | undefined;
  readonly placeholder: string;
  readonly onSelect: (value: Value) => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
};

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, options, value, placeholder, onSelect, error, hint } = props;
  const listId = useId();
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <>
      <FieldFrame label={label} error={error} hint={hint}>
        <Field.Control
          render={<PlainButton />}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(true)}
          className="flex min-h-11 w-full min-w-0 items-center gap-2 px-3 text-left text-base outline-none"
        >
          <span className={chosen === undefined ? 'min-w-0 flex-1 text-quiet' : 'min-w-0 flex-1'}>
            {chosen?.label ?? placeholder}
          </span>
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-quiet" />
        </Field.Control>
      </FieldFrame>
      <SelectSheet
        listId={listId}
        open={open}
        onClose={() => setOpen(false)}
        title={label}
        options={options}
        value={value}
        onSelect={onSelect}
      />
    </>
  );
}
