/** The fields of a decision. They are native controls, so that all keys work as usual. */
import { TextField } from '@mui/material';
import type { Ref } from 'react';
import { useSay } from '../i18n/say.ts';
import type { Say } from '../i18n/say.ts';
import { codeWords } from '../lib/words.ts';
import { hintOf } from './field-trouble.ts';

type Choice = { readonly value: string; readonly says: string };

export type DecisionField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'line' | 'text' | 'choice' | 'time' | 'amount' | 'password';
  readonly needed?: boolean;
  /** The codes and labels of a choice. */
  readonly options?: readonly Choice[];
  readonly initial?: string;
  readonly hint?: string | undefined;
  /** The expected format as a sentence, which follows the hint and is repeated if the server refuses the value. */
  readonly format?: string;
};

export type Values = Readonly<Record<string, string>>;

/** The optional note, which nearly every decision accepts. */
export function noteField(t: Say): DecisionField {
  return { name: 'note', label: t('ui.note'), kind: 'text', hint: t('ui.noteHint') };
}

export function reasonChoices(t: Say, reasons: readonly string[]): readonly Choice[] {
  return reasons.map((value) => ({ value, says: codeWords(t, 'reason', value) }));
}

/** The format of a payment's external reference, which the server checks in the same way (`payments/reference.ts`). */
export function referenceFormat(t: Say, network: string): string {
  return t(network === 'wire' ? 'ui.referenceFormatWire' : 'ui.referenceFormatChain');
}

/** The reason shown to the customer. */
export function reasonField(t: Say, reasons: readonly string[]): DecisionField {
  const options = reasonChoices(t, reasons);
  return { name: 'reason', label: t('ui.reasonShown'), kind: 'choice', needed: true, options };
}

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
  const t = useSay();
  const { name, label, kind, needed = false, options = [] } = field;
  const shown = trouble ?? hintOf(t, field);
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
      {kind === 'choice' && <option value="" aria-label={t('ui.nothingChosen')} />}
      {options.map(({ value: code, says }) => (
        <option key={code} value={code}>
          {says}
        </option>
      ))}
    </TextField>
  );
}
