/** The withdrawals so far, each with its state; a tap tells what became of it. */
import { ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { shortAddress } from '../../lib/network-names.ts';
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
import type { Withdrawal } from './use-withdrawals.ts';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

const tones = { under_review: 'accent', waiting: 'accent', success: 'good', failed: 'bad' } as const;

/** In a word where it stands; that it is late or held comes before that. */
function StateBadge({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useTranslations('withdrawals');
  const { overdue, hold, reason, status } = withdrawal;
  if (overdue) return <Badge tone="warning">{t('overdue')}</Badge>;
  if (hold !== null && status === 'under_review') return <Badge tone="warning">{t('onHold')}</Badge>;
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
  readonly withdrawals: Pages<Withdrawal>;
  readonly onNew: () => void;
};

export function WithdrawalList({ withdrawals: { query, items, onMore }, onNew }: WithdrawalListProps) {
  const t = useTranslations('withdrawals');
  const [shown, setShown] = useState<string>();
  const [open, setOpen] = useState(false);
  const withdrawal = items?.find(({ id }) => id === shown);
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
        icon={ArrowUpFromLine}
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
          <WithdrawalRow
            key={one.id}
            one={one}
            onOpen={() => {
              setShown(one.id);
              setOpen(true);
            }}
          />
        ))}
      </div>
      <EndMarker onMore={onMore} />
      {withdrawal !== undefined && (
        <Sheet open={open} onClose={() => setOpen(false)} title={t('withdrawalOf', { id: withdrawal.id })}>
          <WithdrawalDetail withdrawal={withdrawal} />
        </Sheet>
      )}
    </>
  );
}
