/** Our own numeric keypad: big keys, no letters, no autocorrect, and the price stays in view above it. */
import { Delete } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { feel } from '../lib/haptics.ts';
import { useFormat } from '../lib/format.ts';
import type { KeypadKey } from './keypad-typing.ts';

const KEYS: readonly KeypadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'delete'];

export type KeypadProps = {
  readonly onKey: (key: KeypadKey) => void;
  readonly onDone: () => void;
  /** Whole numbers only: the point does nothing and is not shown. */
  readonly whole?: boolean;
};

export function Keypad({ onKey, onDone, whole = false }: KeypadProps) {
  const t = useTranslations('ui');
  const { point } = useFormat();
  return (
    <section
      aria-label={t('keypad')}
      data-base-ui-swipe-ignore
      data-no-pull
      // The field being typed into keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      className="border-t border-line bg-raised pb-(--safe-bottom)"
    >
      <div className="flex justify-end px-2">
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
              feel('key');
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
