/** The filters of the records: topic, currency, account and period. */
import type { CallInput } from '@candor/protocol/calls.ts';
import { ownAccounts, recordGroups } from '@candor/protocol/wallets/record-kinds.ts';
import { useTranslations } from 'use-intl';
import type { ListFilter } from '../../live/filters/list-filter.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useCurrencyChoice } from '../../live/filters/use-choices.tsx';

type Asked = CallInput<'POST wallet/detail'>;
type RecordChoices = {
  group: NonNullable<Asked['group']>;
  currency: string;
  account: NonNullable<Asked['account']>;
};
export type RecordFilter = ListFilter<RecordChoices>;

export type RecordFiltersProps = {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
};

export function RecordFilters({ filter, onChange }: RecordFiltersProps) {
  const t = useTranslations('records');
  const groups = useTranslations('recordGroups');
  const own = useTranslations('account.accounts');
  const choices = {
    group: {
      title: t('what'),
      none: t('allGroups'),
      options: recordGroups.map((value) => ({ value, label: groups(value) })),
    },
    currency: useCurrencyChoice(),
    account: {
      title: t('account'),
      none: t('allAccounts'),
      options: ownAccounts.map((value) => ({ value, label: own(value) })),
    },
  };
  return <ListFilters<RecordChoices> choices={choices} filter={filter} onChange={onChange} />;
}
