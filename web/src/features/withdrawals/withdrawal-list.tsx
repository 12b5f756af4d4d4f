/** The list of withdrawals with their states. A tap opens the details. */
import { ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { shortAddress } from '../../lib/network-names.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useCurrencyChoice } from '../../live/filters/use-choices.tsx';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import type { Withdrawal, WithdrawalChoices, WithdrawalFilter } from './use-withdrawals.ts';
import { useWithdrawals } from './use-withdrawals.ts';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

const tones = { under_review: 'accent', waiting: 'accent', success: 'good', failed: 'bad' } as const;

function StateBadge({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useTranslations('withdrawals');
  const { overdue, hold, paused, reason, status } = withdrawal;
  if (overdue) return <Badge tone="warning">{t('overdue')}</Badge>;
  if (paused !== null || (hold !== null && status === 'under_review'))
    return <Badge tone="warning">{t('onHold')}</Badge>;
  if (reason === 'cancelled_by_customer') return <Badge>{t('cancelled')}</Badge>;
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

function WithdrawalRow({ one, onOpen }: { readonly one: Withdrawal; readonly onOpen: () => void }) {
  const format = useFormat();
  return (
    <ListRow
      start={<CoinMark of={one.currency} size={32} />}
      title={`${format.quantity(one.amount)} ${one.currency}`}
      subtitle={`${shortAddress(one.address)} · ${format.moment(one.requested_at)}`}
      wrap
      end={<StateBadge withdrawal={one} />}
      onPress={onOpen}
    />
  );
}

export type WithdrawalListProps = {
  readonly onNew: () => void;
};

const states = ['under_review', 'waiting', 'success', 'failed'] as const;

function Filters({
  filter,
  onChange,
}: {
  readonly filter: WithdrawalFilter;
  readonly onChange: (filter: WithdrawalFilter) => void;
}) {
  const t = useTranslations('filters');
  const withdrawals = useTranslations('withdrawals');
  const status = {
    title: t('status'),
    none: t('allStatuses'),
    options: states.map((value) => ({ value, label: withdrawals(`status.${value}`) })),
  };
  return (
    <ListFilters<WithdrawalChoices>
      choices={{ currency: useCurrencyChoice(), status }}
      filter={filter}
      onChange={onChange}
    />
  );
}

export function WithdrawalList({ onNew }: WithdrawalListProps) {
  const t = useTranslations('withdrawals');
  const [filter, setFilter] = useState<WithdrawalFilter>({});
  const withdrawals = useWithdrawals(filter);
  const { item: withdrawal, show, sheet } = useOpened(withdrawals.items);
  const nothing = useNothing(
    {
      icon: ArrowUpFromLine,
      title: t('none'),
      text: t('noneText'),
      step: { label: t('tab.new'), onPress: onNew },
    },
    filter,
    setFilter,
  );
  return (
    <>
      <Filters filter={filter} onChange={setFilter} />
      <ItemList {...withdrawals} nothing={nothing}>
        {(one) => <WithdrawalRow key={one.id} one={one} onOpen={() => show(one)} />}
      </ItemList>
      {withdrawal !== undefined && (
        <Sheet {...sheet} title={t('withdrawalOf', { id: withdrawal.id })}>
          <WithdrawalDetail withdrawal={withdrawal} />
        </Sheet>
      )}
    </>
  );
}
