/** The list of deposits with their states. A tap opens the details. */
import { ArrowDownToLine } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { DepositDetail } from './deposit-detail.tsx';
import type { Deposit } from './use-deposits.ts';
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
  readonly deposits: Pages<Deposit>;
  readonly onNew: () => void;
};

export function DepositList({ deposits, onNew }: DepositListProps) {
  const t = useTranslations('deposits');
  const { item: deposit, show, sheet } = useOpened(deposits.items);
  return (
    <>
      <ItemList
        {...deposits}
        nothing={{
          icon: ArrowDownToLine,
          title: t('none'),
          text: t('noneText'),
          step: { label: t('tab.new'), onPress: onNew },
        }}
      >
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
