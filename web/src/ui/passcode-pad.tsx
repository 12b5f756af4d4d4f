/**
 * The pad for six-digit codes: six dots that fill, and large keys. Below the dots is a real input, so that hardware keyboards
 * and screen readers work as usual; `inputmode=none` suppresses the phone's own keyboard.
 */
import { Delete } from 'lucide-react';
import { useContext, useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { classes } from './classes.ts';
import type { PasscodeKey } from './passcode-typing.ts';
import { cleanPasscode, PASSCODE_LENGTH, typePasscode } from './passcode-typing.ts';
import { SurroundingsContext } from './surroundings.ts';

const keys: readonly (PasscodeKey | undefined)[] = [
  ...(['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const),
  undefined,
  '0',
  'delete',
];

export type PasscodePadProps = {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  /** Whether an answer is awaited. The keys have no effect while it is. */
  readonly busy?: boolean;
  readonly onChange: (value: string) => void;
  readonly onComplete: (value: string) => void;
};

function Dots({ count, wrong }: { readonly count: number; readonly wrong: boolean }) {
  return (
    <div aria-hidden="true" className="flex h-14 items-center justify-center gap-4">
      {Array.from({ length: PASSCODE_LENGTH }, (_, at) => (
        <span
          key={at}
          className={classes(
            'size-3.5 rounded-full border-2 transition-colors',
            at < count ? 'bg-accent' : '',
            wrong ? 'border-danger' : at < count ? 'border-accent' : 'border-line-strong',
          )}
        />
      ))}
    </div>
  );
}

function Keys({ onKey }: { readonly onKey: (key: PasscodeKey) => void }) {
  const t = useTranslations('ui');
  const { feelKey } = useContext(SurroundingsContext);
  return (
    <div
      role="group"
      aria-label={t('keypad')}
      data-no-pull
      data-base-ui-swipe-ignore
      // Keeps the focus, and thereby the keyboard, in the input.
      onPointerDown={(event) => event.preventDefault()}
      className="mx-auto grid max-w-80 grid-cols-3 gap-2"
    >
      {keys.map((key) =>
        key === undefined ? (
          <span key="none" />
        ) : (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            aria-label={key === 'delete' ? t('deleteDigit') : undefined}
            onClick={() => {
              feelKey();
              onKey(key);
            }}
            onContextMenu={(event) => {
              event.preventDefault();
              if (key === 'delete') onKey('clear');
            }}
            className="figures grid h-14 place-items-center rounded-card bg-surface text-xl font-medium active:bg-sunken"
          >
            {key === 'delete' ? <Delete size={24} strokeWidth={1.75} aria-hidden="true" /> : key}
          </button>
        ),
      )}
    </div>
  );
}

export function PasscodePad({ label, value, error, busy = false, onChange, onComplete }: PasscodePadProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Focuses the input of each code, so that typing by keyboard continues with the next code.
  useEffect(() => input.current?.focus({ preventScroll: true }), [label]);

  const put = (next: string): void => {
    if (busy || next === value) return;
    onChange(next);
    if (next.length === PASSCODE_LENGTH) onComplete(next);
  };
  return (
    <div className="space-y-4">
      <div className="text-center">
        <label htmlFor={id} className="text-base font-semibold">
          {label}
        </label>
        <div className="relative mx-auto mt-1 w-64">
          <Dots count={value.length} wrong={error !== undefined} />
          <input
            ref={input}
            id={id}
            type="password"
            inputMode="none"
            autoComplete="off"
            data-1p-ignore
            value={value}
            maxLength={PASSCODE_LENGTH}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onChange={(event) => put(cleanPasscode(event.target.value))}
            className="absolute inset-0 w-full cursor-pointer rounded-input text-transparent caret-transparent opacity-0 focus-visible:opacity-100 bg-transparent outline-offset-0 selection:bg-transparent"
          />
        </div>
        <p id={`${id}-error`} role="alert" className="min-h-5 text-sm text-danger">
          {error}
        </p>
      </div>
      <Keys onKey={(key) => put(typePasscode(value, key))} />
    </div>
  );
}
