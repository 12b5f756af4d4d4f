/** A choice among many options in a sheet, with a search field if there are more than a dozen. */
import { Check } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Sheet } from './sheet.tsx';
import { TextField } from './text-field.tsx';

const SEARCH_FROM = 13;

export type SelectOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly detail?: ReactNode;
  readonly start?: ReactNode;
};

export type SelectSheetProps<Value extends string> = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The list's id, which the element that opens the list refers to in `aria-controls`. */
  readonly listId?: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value | undefined;
  /** Called with the choice. The sheet then closes automatically. */
  readonly onSelect: (value: Value) => void;
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

export function SelectSheet<Value extends string>(props: SelectSheetProps<Value>) {
  const { open, onClose, title, listId, options, value, onSelect } = props;
  const t = useTranslations('ui');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = options.filter((option) => option.label.toLocaleLowerCase().includes(wanted));
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {options.length >= SEARCH_FROM && (
        <div className="pb-2">
          <TextField
            label={t('search')}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      <div id={listId} role="listbox" aria-label={title} className="-mx-4">
        {shown.map((option) => (
          <button
            key={option.value}
            type="button"
            role="option"
            aria-selected={option.value === value}
            onKeyDown={moveInList}
            onClick={() => {
              onSelect(option.value);
              onClose();
            }}
            className="press flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left"
          >
            {option.start}
            <span className="min-w-0 flex-1 break-words">{option.label}</span>
            {option.detail !== undefined && (
              <span className="figures text-sm text-quiet">{option.detail}</span>
            )}
            {option.value === value && (
              <Check size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent" />
            )}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
