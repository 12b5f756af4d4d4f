/** A search field, slim because it stays visible above the list that it searches. */
import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from './icon-button.tsx';

export type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the text is in capitals, as for symbols. */
  readonly capitals?: boolean;
  readonly maxLength?: number;
  /** Whether the field has the focus when its screen opens. */
  readonly focused?: boolean;
};

export function SearchField({
  label,
  value,
  onChange,
  capitals = false,
  maxLength,
  focused = false,
}: SearchFieldProps) {
  const t = useTranslations('ui');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <div className="px-4 pt-2.5 pb-1">
      <div className="flex h-11 items-center rounded-input bg-sunken pl-3 text-soft focus-within:outline-2 focus-within:outline-accent">
        <Search size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <input
          ref={field}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-label={label}
          placeholder={label}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize={capitals ? 'characters' : 'none'}
          maxLength={maxLength}
          spellCheck={false}
          className="h-11 min-w-0 flex-1 bg-transparent px-2 text-base text-ink outline-none"
        />
        {value !== '' && (
          <IconButton icon={X} size={18} label={t('clearSearch')} onClick={() => onChange('')} />
        )}
      </div>
    </div>
  );
}
