/** A choice among a few things that have a mark and a name, laid out in columns. */
import type { ReactNode } from 'react';
import { moveByArrow } from './arrow-keys.ts';
import { classes } from './classes.ts';

export type Choice<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly mark?: ReactNode;
};

export type ChoiceGridProps<Value extends string> = {
  /** What is chosen here. */
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | undefined;
  readonly columns: 2 | 3;
  readonly onChoose: (value: Value) => void;
};

export function ChoiceGrid<Value extends string>(props: ChoiceGridProps<Value>) {
  const { label, choices, value, columns, onChoose } = props;
  // Before anything is chosen the first one is where the keyboard comes in.
  const stopAt = Math.max(
    0,
    choices.findIndex((choice) => choice.value === value),
  );
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes('grid gap-2', columns === 3 ? 'grid-cols-3' : 'grid-cols-2')}
    >
      {choices.map((choice, at) => {
        const selected = choice.value === value;
        return (
          <button
            key={choice.value}
            type="button"
            role="radio"
            aria-checked={selected}
            tabIndex={at === stopAt ? 0 : -1}
            onClick={() => onChoose(choice.value)}
            onKeyDown={(event) =>
              moveByArrow(event, { options: choices, at, choose: (next) => onChoose(next.value) })
            }
            className={classes(
              'flex min-h-12 min-w-0 items-center gap-2 rounded-input border px-3 py-2 text-left text-sm font-medium transition-colors',
              selected ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong bg-surface',
            )}
          >
            {choice.mark}
            <span className="min-w-0 break-words">{choice.label}</span>
          </button>
        );
      })}
    </div>
  );
}
