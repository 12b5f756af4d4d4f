/**
 * A choice that rarely changes, as a pill with a chevron that names the current one. It opens a sheet on a phone and a menu below
 * the pill on a desktop.
 */
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useDesk } from './columns.tsx';
import type { SelectOption } from './option-list.tsx';
import { PlainButton } from './plain-button.tsx';
import { SelectSheet } from './select-sheet.tsx';

const MenuPopup = lazy(() => import('./menu-popup.tsx').then((file) => ({ default: file.MenuPopup })));

export type ChoiceMenuProps<Value extends string> = {
  readonly label: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onSelect: (value: Value) => void;
};

export function ChoiceMenu<Value extends string>({
  label,
  options,
  value,
  onSelect,
}: ChoiceMenuProps<Value>) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const isDesk = useDesk();
  const chosen = options.find((option) => option.value === value);
  const shared = { open, onClose: () => setOpen(false), title: label, listId, options, value, onSelect };
  return (
    <>
      <PlainButton
        ref={pill}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={listId}
        aria-label={label}
        onClick={() => {
          setWasOpened(true);
          setOpen(!open);
        }}
        className="relative inline-flex min-h-9 min-w-0 items-center gap-1 rounded-full bg-sunken py-1 pr-2 pl-3.5 text-left text-sm font-semibold after:absolute after:inset-x-0 after:-inset-y-1 active:opacity-70"
      >
        <span className="min-w-0">{chosen?.label}</span>
        <ChevronDown size={16} strokeWidth={2} aria-hidden="true" className="shrink-0 text-soft" />
      </PlainButton>
      {!isDesk && <SelectSheet {...shared} />}
      {isDesk && wasOpened && (
        <Suspense fallback={null}>
          <MenuPopup
            {...shared}
            anchor={pill}
            onSelect={(wanted) => {
              const known = options.find((option) => option.value === wanted);
              if (known !== undefined) onSelect(known.value);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
