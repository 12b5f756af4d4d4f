/** The filters of the records: topic, currency, account and time, each a chip that opens its choices. */
import type { CallInput } from '@candor/protocol/calls.ts';
import { ownAccounts, recordGroups } from '@candor/protocol/wallets/record-kinds.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWallets } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import type { SelectOption } from '../../ui/select-sheet.tsx';
import { SelectSheet } from '../../ui/select-sheet.tsx';

type Asked = CallInput<'POST wallet/detail'>;
export type RecordFilter = {
  readonly group?: NonNullable<Asked['group']>;
  readonly currency?: string;
  readonly account?: NonNullable<Asked['account']>;
  /** For a choice of time: the number of days before the present. */
  readonly days?: number;
};

const spans = [7, 30, 90, 365] as const;
const all = 'all';

const parts = ['group', 'currency', 'account', 'days'] as const;
type Part = (typeof parts)[number];
type Choices = {
  readonly title: string;
  readonly none: string;
  readonly options: readonly SelectOption<string>[];
};

function useChoices(): Readonly<Record<Part, Choices>> {
  const t = useTranslations('records');
  const groups = useTranslations('recordGroups');
  const own = useTranslations('account.accounts');
  const format = useFormat();
  const wallets = useWallets().data ?? [];
  return {
    group: {
      title: t('what'),
      none: t('allGroups'),
      options: recordGroups.map((value) => ({ value, label: groups(value) })),
    },
    currency: {
      title: t('currency'),
      none: t('allCurrencies'),
      options: wallets.map(({ currency }) => ({
        value: currency,
        label: currency,
        start: <CoinMark of={currency} size={28} />,
      })),
    },
    account: {
      title: t('account'),
      none: t('allAccounts'),
      options: ownAccounts.map((value) => ({ value, label: own(value) })),
    },
    days: {
      title: t('when'),
      none: t('anyTime'),
      options: spans.map((count) => ({
        value: `${count}`,
        label: t('lastDays', { count: format.quantity(`${count}`) }),
      })),
    },
  };
}

function chosen(filter: RecordFilter, part: Part, value: string): RecordFilter {
  const others = Object.entries(filter).filter(([name]) => name !== part);
  const anew = value === all ? [] : [[part, part === 'days' ? globalThis.Number(value) : value] as const];
  return Object.fromEntries([...others, ...anew]) as RecordFilter;
}

export type RecordFiltersProps = {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
};

export function RecordFilters({ filter, onChange }: RecordFiltersProps) {
  const t = useTranslations('records');
  const [open, setOpen] = useState<Part>();
  const choices = useChoices();
  const valueOf = (part: Part): string => String(filter[part] ?? all);
  return (
    <div
      role="group"
      aria-label={t('filter')}
      className="hairline flex items-center gap-1 overflow-x-auto bg-surface px-3 py-2 [scrollbar-width:none]"
    >
      {parts.map((part) => {
        const { none, options, title } = choices[part];
        const taken = options.find(({ value }) => value === valueOf(part));
        return (
          <Chip key={part} selected={taken !== undefined} onPress={() => setOpen(part)}>
            <span className="inline-flex items-center gap-1">
              {taken?.label ?? none}
              <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
            </span>
            <SelectSheet
              open={open === part}
              onClose={() => setOpen(undefined)}
              title={title}
              options={[{ value: all, label: none }, ...options]}
              value={valueOf(part)}
              onSelect={(value) => onChange(chosen(filter, part, value))}
            />
          </Chip>
        );
      })}
    </div>
  );
}
