/** The rows of a list box: in the sheet of a phone and in the menu of a desktop. */
import { Check } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';

export type SelectOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** A figure at the end of the row. */
  readonly detail?: ReactNode;
  /** The meaning of the choice, below its label. */
  readonly note?: string;
  readonly start?: ReactNode;
};

export type OptionListProps<Value extends string> = {
  readonly id?: string | undefined;
  readonly label: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value | undefined;
  readonly onSelect: (value: Value) => void;
  readonly className: string;
};

/** Arrow keys move between rows and Enter selects a row, as users of screen readers expect of a list box. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...(event.currentTarget.parentElement?.children ?? [])] as HTMLElement[];
  const at = lines.indexOf(event.currentTarget);
  const places = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 };
  const next = lines[places[event.key as keyof typeof places]];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

export function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { id, label, options, value, onSelect, className } = props;
  const noteId = useId();
  return (
    <div id={id} role="listbox" aria-label={label} className={className}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="option"
          aria-label={option.note === undefined ? undefined : option.label}
          aria-describedby={option.note === undefined ? undefined : `${noteId}${option.value}`}
          aria-selected={option.value === value}
          onKeyDown={moveInList}
          onClick={() => onSelect(option.value)}
          className="press flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left"
        >
          {option.start}
          <span className="min-w-0 flex-1 break-words">
            {option.label}
            {option.note !== undefined && (
              <span id={`${noteId}${option.value}`} className="block text-sm text-quiet">
                {option.note}
              </span>
            )}
          </span>
          {option.detail !== undefined && <span className="figures text-sm text-quiet">{option.detail}</span>}
          {option.value === value && (
            <Check size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent" />
          )}
        </button>
      ))}
    </div>
  );
}
