/**
 * The input of a decimal typed with the app's keypad. It is a real input, so that hardware keyboards, pasting and screen readers
 * work as usual; `inputmode=none` suppresses the phone's keyboard.
 */
import type { ComponentProps, ReactNode, ReactPortal, RefObject } from 'react';
import { useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import { Keypad } from '../ui/keypad.tsx';
import { KeypadHost } from '../ui/keypad-host.ts';
import { cleanDecimal, pastedDecimal, typeKey } from '../ui/keypad-typing.ts';
import { useKeypadRoom } from '../ui/use-keypad-room.ts';
import { useTyping } from '../ui/use-typing.ts';
import { stepDecimal } from './step-decimal.ts';
import { TicketKeypadContext } from './ticket-keypad.ts';

export type AmountInputProps = {
  readonly label: string;
  /** The decimal string as typed, such as "12."; `finishedDecimal` converts it for the wire. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly decimals: number;
  readonly error?: string | undefined;
  /** The step by which the buttons − and + change the value. Without a step, there are no buttons. */
  readonly step?: string;
  /** The starting value of − and + while the field is empty: the current price. */
  readonly stepFrom?: string;
  /** Amounts to choose from, which the keypad of a ticket contains. */
  readonly choices?: ReactNode;
};

export type AmountInput = {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** The properties of the `input`. */
  readonly control: Pick<
    ComponentProps<'input'>,
    'value' | 'inputMode' | 'autoComplete' | 'enterKeyHint' | 'onChange' | 'onFocus' | 'onBlur' | 'onKeyDown'
  >;
  /** Whether the keypad is shown. */
  readonly typing: boolean;
  readonly error: string | undefined;
  readonly moveBy: (steps: 1 | -1) => void;
  readonly keypad: ReactPortal | false;
};

/** The maximum length of a rejected pasted text that is quoted. */
const REPEATED_MAX = 24;

/** Whether a value was pasted, dropped or suggested by the phone instead of typed. */
function cameAtOnce(event: Event): boolean {
  if (!(event instanceof InputEvent)) return true;
  return event.inputType === 'insertFromPaste' || (event.data?.length ?? 0) > 1;
}

type KeypadProps = Pick<AmountInputProps, 'value' | 'decimals' | 'choices' | 'onChange'> & {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onDone: () => void;
};

/**
 * Places the keypad at the bottom of the page, with the parts of the ticket that it covers, or at the bottom of the field's
 * sheet.
 */
function PlacedKeypad({ value, decimals, choices, onChange, place, onDone }: KeypadProps) {
  const { point } = useFormat();
  const host = useContext(KeypadHost);
  const ticket = useContext(TicketKeypadContext);
  const covered = host === null && ticket !== undefined ? { ...ticket, choices } : {};
  return (
    <div
      ref={host === null ? place : undefined}
      data-keypad-acts={host === null && ticket !== undefined ? '' : undefined}
      data-keypad-choices={host === null && choices !== undefined ? '' : undefined}
      className={host === null ? 'fixed inset-x-0 bottom-0 z-30 mx-auto max-w-160' : undefined}
    >
      <Keypad
        {...covered}
        point={point}
        whole={decimals === 0}
        typed={value.replace('.', point)}
        onKey={(key) => onChange(typeKey(value, key, decimals))}
        onDone={onDone}
      />
    </div>
  );
}

export function useAmountInput(props: AmountInputProps): AmountInput {
  const { label, value, decimals, step, stepFrom, choices } = props;
  const t = useTranslations('ui');
  const { point } = useFormat();
  const ref = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { typing, on } = useTyping();
  const [unreadable, setUnreadable] = useState<string>();
  const host = useContext(KeypadHost);
  useKeypadRoom(typing, { field: ref, keypad: place });
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
  return {
    ref,
    control: {
      value: value.replace('.', point),
      inputMode: 'none',
      autoComplete: 'off',
      enterKeyHint: 'done',
      onChange: (event) => take(event.target.value, event.nativeEvent),
      ...on,
      onKeyDown: (event) => {
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        if (event.key === 'ArrowUp') moveBy(1);
        if (event.key === 'ArrowDown') moveBy(-1);
      },
    },
    typing,
    error: unreadable === undefined ? props.error : t('unreadable', { text: unreadable, field: label }),
    moveBy,
    keypad:
      typing &&
      createPortal(
        <PlacedKeypad
          {...{ value, decimals, choices, onChange, place }}
          onDone={() => ref.current?.blur()}
        />,
        host ?? document.body,
      ),
  };
}
