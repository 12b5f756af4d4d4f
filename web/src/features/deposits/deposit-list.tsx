/** The list of deposits with their states. A tap opens the details. */
import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useCurrencyChoice } from '../../live/filters/use-choices.tsx';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { DepositDetail } from './deposit-detail.tsx';
import type { Deposit, DepositChoices, DepositFilter } from './use-deposits.ts';
import { useDeposits } from './use-deposits.ts';
import { useNetworkName } from './where-to-send.tsx';

const tones = { under_review: 'accent', waiting: 'accent', success: 'good', failed: 'bad' } as const;

function StateBadge({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslations('deposits');
  if (deposit.overdue) return <Badge tone="warning">{t('overdue')}</Badge>;
  if (deposit.reason === 'cancelled_by_customer') return <Badge>{t('cancelled')}</Badge>;
  return <Badge tone={tones[deposit.status]}>{t(`status.${deposit.status}`)}</Badge>;
}

function DepositRow({ deposit, onOpen }: { readonly deposit: Deposit; readonly onOpen: () => void }) {
  const format = useFormat();
  const networkName = useNetworkName();
  return (
    <ListRow
      start={<CoinMark of={deposit.currency} size={32} />}
      title={`${format.quantity(deposit.amount)} ${deposit.currency}`}
      subtitle={`${networkName(deposit.network)} · ${format.moment(deposit.submitted_at)}`}
      wrap
      end={<StateBadge deposit={deposit} />}
      onPress={onOpen}
    />
  );
}

export type DepositListProps = {
  readonly onNew: () => void;
};

const states = ['under_review', 'waiting', 'success', 'failed'] as const;

function Filters({
  filter,
  onChange,
}: {
  readonly filter: DepositFilter;
  readonly onChange: (filter: DepositFilter) => void;
}) {
  const t = useTranslations('filters');
  const deposits = useTranslations('deposits');
  const status = {
    title: t('status'),
    none: t('allStatuses'),
    options: states.map((value) => ({ value, label: deposits(`status.${value}`) })),
  };
  return (
    <ListFilters<DepositChoices>
      choices={{ currency: useCurrencyChoice(), status }}
      filter={filter}
      onChange={onChange}
    />
  );
}

export function DepositList({ onNew }: DepositListProps) {
  const t = useTranslations('deposits');
  const [filter, setFilter] = useState<DepositFilter>({});
  const deposits = useDeposits(filter);
  const { item: deposit, show, sheet } = useOpened(deposits.items);
  const nothing = useNothing(
    {
      icon: ArrowDownToLine,
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
      <ItemList {...deposits} nothing={nothing}>
        {(one) => <DepositRow key={one.id} deposit={one} onOpen={() => show(one)} />}
      </ItemList>
      {deposit !== undefined && (
        <Sheet {...sheet} title={t('depositOf', { id: deposit.id })}>
          <DepositDetail deposit={deposit} />
        </Sheet>
      )}
    </>
  );
}
