/**
 * The app's numeric keypad: large keys, no letters, no autocorrect, and low enough that the amount stays visible. A ticket's keypad
 * contains what it covers: the cost above the keys, amounts to choose from, and the ticket's button below them.
 */
import { Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { KeypadKey } from './keypad-typing.ts';
import { SurroundingsContext } from './surroundings.ts';

const KEYS: readonly KeypadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'delete'];

export type KeypadProps = {
  readonly point: '.' | ',';
  readonly typed: string;
  readonly onKey: (key: KeypadKey) => void;
  readonly onDone: () => void;
  /** Whether only whole numbers can be typed: the point is hidden and has no effect. */
  readonly whole?: boolean;
  /** Beside the button that closes the keypad: the cost of the typed amount. */
  readonly cost?: ReactNode;
  /** Above the keys: amounts to choose from. */
  readonly choices?: ReactNode;
  /** Below the keys: the ticket's own button. */
  readonly action?: ReactNode;
};

export function Keypad({ point, typed, onKey, onDone, whole = false, cost, choices, action }: KeypadProps) {
  const t = useTranslations('ui');
  const [used, setUsed] = useState(false);
  const { feelKey } = useContext(SurroundingsContext);
  return (
    <section
      aria-label={t('keypad')}
      data-base-ui-swipe-ignore
      data-no-pull
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      className="slides-in rounded-t-card border-t border-line bg-raised pb-(--safe-bottom) text-ink shadow-floating"
    >
      <div className="flex min-h-11 items-center justify-end gap-2 pr-1 pl-4">
        {cost !== undefined && <div className="min-w-0 flex-1 py-1">{cost}</div>}
        {/* Announces the content of the field after each key, in addition to the key itself. */}
        <span role="status" className="sr-only">
          {used && typed}
        </span>
        <button
          type="button"
          onClick={onDone}
          className="min-h-11 shrink-0 px-3 text-base font-semibold text-accent"
        >
          {t('done')}
        </button>
      </div>
      {choices !== undefined && <div className="px-4 pb-1">{choices}</div>}
      <div className="grid grid-cols-3">
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            disabled={key === '.' && whole}
            aria-label={key === 'delete' ? t('deleteDigit') : undefined}
            onClick={() => {
              feelKey();
              setUsed(true);
              onKey(key);
            }}
            onContextMenu={(event) => {
              event.preventDefault();
              if (key === 'delete') onKey('clear');
            }}
            className="press figures grid h-13 place-items-center rounded-input text-xl font-medium short:h-11"
          >
            {key === 'delete' ? (
              <Delete size={24} strokeWidth={1.75} aria-hidden="true" />
            ) : key === '.' ? (
              whole ? (
                ''
              ) : (
                point
              )
            ) : (
              key
            )}
          </button>
        ))}
      </div>
      {action !== undefined && <div className="px-4 pt-1 pb-2">{action}</div>}
    </section>
  );
}
