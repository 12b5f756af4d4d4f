/** The app's numeric keypad: large keys, no letters, no autocorrect, and low enough that the price stays visible. */
import { Delete } from 'lucide-react';
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
};

export function Keypad({ point, typed, onKey, onDone, whole = false }: KeypadProps) {
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
      className="border-t border-line bg-raised pb-(--safe-bottom)"
    >
      <div className="flex justify-end px-2">
        {/* Announces the content of the field after each key, in addition to the key itself. */}
        <span role="status" className="sr-only">
          {used && typed}
        </span>
        <button type="button" onClick={onDone} className="min-h-11 px-3 text-base font-semibold text-accent">
          {t('done')}
        </button>
      </div>
      <div className="grid grid-cols-3 gap-px bg-line">
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
            className="figures grid h-13 place-items-center bg-raised text-xl font-medium active:bg-sunken"
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
    </section>
  );
}
