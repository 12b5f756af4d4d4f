/** The fields that a decision asks for. Each is as plain as the browser's own, so that every key works as one knows it. */
import { TextField } from '@mui/material';
import type { Ref } from 'react';
import { codeWords } from '../lib/words.ts';

export type DecisionField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'line' | 'text' | 'choice' | 'time' | 'amount' | 'password';
  readonly needed?: boolean;
  /** Of a choice: codes, or codes with what they are called. */
  readonly options?: readonly (string | { readonly value: string; readonly says: string })[];
  readonly initial?: string;
  readonly hint?: string | undefined;
};

export type Values = Readonly<Record<string, string>>;

const wide: ReadonlySet<DecisionField['kind']> = new Set(['text']);

export function FieldOf({
  field,
  value,
  trouble,
  onChange,
  first,
}: {
  field: DecisionField;
  value: string;
  trouble: string | undefined;
  onChange: (value: string) => void;
  first?: Ref<HTMLElement> | undefined;
}) {
  const { name, label, kind, needed = false, hint, options = [] } = field;
  const shown = trouble ?? hint;
  return (
    <TextField
      label={label}
      name={name}
      value={value}
      required={needed}
      error={trouble !== undefined}
      helperText={shown}
      select={kind === 'choice'}
      multiline={kind === 'text'}
      minRows={kind === 'text' ? 2 : 1}
      type={kind === 'time' ? 'datetime-local' : kind === 'password' ? 'password' : 'text'}
      autoComplete="off"
      sx={{ flex: wide.has(kind) ? '1 1 100%' : '1 1 220px' }}
      onChange={(event) => onChange(event.target.value)}
      {...(first === undefined ? {} : { inputRef: first })}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: kind === 'amount' ? { inputMode: 'decimal', spellCheck: false } : { spellCheck: false },
        select: { native: true },
      }}
    >
      {kind === 'choice' && <option value="" aria-label="Nothing chosen" />}
      {options.map((option) => {
        const { value: code, says } =
          typeof option === 'string' ? { value: option, says: codeWords(option) } : option;
        return (
          <option key={code} value={code}>
            {says}
          </option>
        );
      })}
    </TextField>
  );
}
