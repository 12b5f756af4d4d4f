/** A choice among many options in a sheet, with a search field if there are more than a dozen. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { OptionList } from './option-list.tsx';
import type { SelectOption } from './option-list.tsx';
import { Sheet } from './sheet.tsx';
import { TextField } from './text-field.tsx';

const SEARCH_FROM = 13;

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
      <OptionList
        id={listId}
        label={title}
        className="-mx-4"
        options={shown}
        value={value}
        onSelect={(chosen) => {
          onSelect(chosen);
          onClose();
        }}
      />
    </Sheet>
  );
}
