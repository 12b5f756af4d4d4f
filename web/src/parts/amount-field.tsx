/**
 * A field for a decimal typed with the app's keypad. It is a real input, so that hardware keyboards, pasting and screen readers
 * work as usual; `inputmode=none` suppresses the phone's keyboard.
 */
import { Field } from '@base-ui/react/field';
import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import { classes } from '../ui/classes.ts';
import { FieldFrame } from '../ui/field-frame.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Keypad } from '../ui/keypad.tsx';
import { KeypadHost } from '../ui/keypad-host.ts';
import { cleanDecimal, pastedDecimal, typeKey } from '../ui/keypad-typing.ts';
import { stepDecimal } from './step-decimal.ts';
import { useKeypadRoom } from '../ui/use-keypad-room.ts';
import { useTyping } from '../ui/use-typing.ts';

export type AmountFieldProps = {
  readonly label: string;
  /** The decimal string as typed, such as "12."; `finishedDecimal` converts it for the wire. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly decimals: number;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** The step by which the buttons − and + change the value. Without a step, there are no buttons. */
  readonly step?: string;
  /** The starting value of − and + while the field is empty: the current price. */
  readonly stepFrom?: string;
};

/** The maximum length of a rejected pasted text that is quoted. */
const REPEATED_MAX = 24;

/** Whether a value was pasted, dropped or suggested by the phone instead of typed. */
function cameAtOnce(event: Event): boolean {
  if (!(event instanceof InputEvent)) return true;
  return event.inputType === 'insertFromPaste' || (event.data?.length ?? 0) > 1;
}

export function AmountField(props: AmountFieldProps) {
  const { label, value, decimals, unit, placeholder, hint, step, stepFrom } = props;
  const t = useTranslations('ui');
  const { point } = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const { typing, on } = useTyping();
  const [unreadable, setUnreadable] = useState<string>();
  const host = useContext(KeypadHost);
  useKeypadRoom(typing, input);
  const error = unreadable === undefined ? props.error : t('unreadable', { text: unreadable, field: label });
  const onChange = (text: string): void => {
    setUnreadable(undefined);
    props.onChange(text);
  };
  const take = (text: string, event: Event): void => {
    const read = text !== '' && cameAtOnce(event) ? pastedDecimal(text, point) : text;
    if (read === undefined) setUnreadable(text.trim().slice(0, REPEATED_MAX));
    else onChange(cleanDecimal(read, decimals));
  };
  const moveBy = (steps: 1 | -1): void => {
    if (step !== undefined) onChange(stepDecimal(value === '' ? (stepFrom ?? '0') : value, step, steps));
  };
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {step !== undefined && (
        <IconButton icon={Minus} label={t('less')} size={18} onClick={() => moveBy(-1)} />
      )}
      <Field.Control
        ref={input}
        value={value.replace('.', point)}
        placeholder={placeholder}
        inputMode="none"
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => take(event.target.value, event.nativeEvent)}
        {...on}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          if (event.key === 'ArrowUp') moveBy(1);
          if (event.key === 'ArrowDown') moveBy(-1);
        }}
        className={classes(
          'figures h-11 min-w-0 flex-1 bg-transparent text-lg text-ink outline-none',
          step === undefined ? 'px-3' : 'px-1 text-center',
        )}
      />
      {unit !== undefined && <span className="shrink-0 px-3 text-sm text-soft">{unit}</span>}
      {step !== undefined && <IconButton icon={Plus} label={t('more')} size={18} onClick={() => moveBy(1)} />}
      {typing &&
        createPortal(
          <div className={host === null ? 'fixed inset-x-0 bottom-0 z-30 mx-auto max-w-160' : undefined}>
            <Keypad
              point={point}
              whole={decimals === 0}
              typed={value.replace('.', point)}
              onKey={(key) => onChange(typeKey(value, key, decimals))}
              onDone={() => input.current?.blur()}
            />
          </div>,
          host ?? document.body,
        )}
    </FieldFrame>
  );
}
