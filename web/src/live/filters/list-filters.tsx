/**
 * The filters of a list of past items: a chip for each choice and one for the period, and a button that clears them, which stays
 * in view when the chips don't fit.
 */
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { SelectOption } from '../../ui/option-list.tsx';
import { SelectSheet } from '../../ui/select-sheet.tsx';
import type { Days, ListFilter } from './list-filter.ts';
import { isFiltered, noonOf, withChoice, withPeriod } from './list-filter.ts';
import { PeriodSheet } from './period-sheet.tsx';

export type Choice<Value extends string> = {
  readonly title: string;
  /** The text of the chip while nothing is chosen. */
  readonly none: string;
  readonly options: readonly SelectOption<Value>[];
};
export type Choices<Own extends object> = { readonly [Name in keyof Own]: Choice<Own[Name] & string> };

export type ListFiltersProps<Own extends object> = {
  readonly choices: Choices<Own>;
  readonly filter: ListFilter<Own>;
  readonly onChange: (filter: ListFilter<Own>) => void;
};

const ALL = 'all';

function usePeriodText({ from, to }: Days): string | undefined {
  const t = useTranslations('filters');
  const { date } = useFormat();
  const of = (day: string) => date(noonOf(day));
  if (from !== undefined && to !== undefined) return from === to ? of(from) : `${of(from)} – ${of(to)}`;
  if (from !== undefined) return t('since', { date: of(from) });
  return to === undefined ? undefined : t('until', { date: of(to) });
}

type PartProps = {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onPress: () => void;
};

function Part({ label, isChosen, onPress }: PartProps) {
  return (
    <Chip selected={isChosen} onPress={onPress}>
      <span className="inline-flex items-center gap-1">
        {label}
        <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
      </span>
    </Chip>
  );
}

export function ListFilters<Own extends object>({ choices, filter, onChange }: ListFiltersProps<Own>) {
  const t = useTranslations('filters');
  const [open, setOpen] = useState<string>();
  const period = usePeriodText(filter);
  const close = () => setOpen(undefined);
  const own = Object.entries(choices) as [keyof Own & string, Choice<string>][];
  return (
    <div role="group" aria-label={t('label')} className="hairline flex items-center bg-surface">
      <div className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto px-3 py-2 [scrollbar-width:none]">
        {own.map(([name, { title, none, options }]) => {
          const taken = options.find(({ value }) => value === filter[name]);
          return (
            <span key={name} className="contents">
              <Part
                label={taken?.label ?? none}
                isChosen={taken !== undefined}
                onPress={() => setOpen(name)}
              />
              <SelectSheet
                open={open === name}
                onClose={close}
                title={title}
                options={[{ value: ALL, label: none }, ...options]}
                value={taken?.value ?? ALL}
                onSelect={(value) =>
                  onChange(withChoice<Own>(filter, name, value === ALL ? undefined : value))
                }
              />
            </span>
          );
        })}
        <Part
          label={period ?? t('anyTime')}
          isChosen={period !== undefined}
          onPress={() => setOpen('period')}
        />
        <PeriodSheet
          open={open === 'period'}
          onClose={close}
          days={filter}
          onChange={(days) => onChange(withPeriod<Own>(filter, days))}
        />
      </div>
      {isFiltered(filter) && (
        <IconButton
          icon={X}
          size={18}
          className="mr-1 shrink-0 text-soft"
          label={t('clear')}
          onClick={() => onChange({} as ListFilter<Own>)}
        />
      )}
    </div>
  );
}
