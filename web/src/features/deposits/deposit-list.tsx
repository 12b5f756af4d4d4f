/** The deposits so far, each with its state; a tap tells what became of it. */
import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EndMarker } from '../../ui/end-marker.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { DepositDetail } from './deposit-detail.tsx';
import type { Deposit } from './use-deposits.ts';
import { useNetworkName } from './where-to-send.tsx';

const tones = { under_review: 'accent', waiting: 'accent', success: 'good', failed: 'bad' } as const;

/** In a word where it stands; that it is late comes before that. */
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

export function DepositList({ deposits: { query, items, onMore }, onNew }: DepositListProps) {
  const t = useTranslations('deposits');
  const [shown, setShown] = useState<string>();
  const [open, setOpen] = useState(false);
  const deposit = items?.find(({ id }) => id === shown);
  if (items === undefined) {
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows count={5} />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={ArrowDownToLine}
        title={t('none')}
        text={t('noneText')}
        action={
          <Button kind="secondary" small onClick={onNew}>
            {t('tab.new')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <div className="bg-surface">
        {items.map((one) => (
          <DepositRow
            key={one.id}
            deposit={one}
            onOpen={() => {
              setShown(one.id);
              setOpen(true);
            }}
          />
        ))}
      </div>
      <EndMarker onMore={onMore} />
      {deposit !== undefined && (
        <Sheet open={open} onClose={() => setOpen(false)} title={t('depositOf', { id: deposit.id })}>
          <DepositDetail deposit={deposit} />
        </Sheet>
      )}
    </>
  );
}
