/** A fund order in a list. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import type { FundOrder } from './use-fund.ts';

const TONES: Readonly<Record<FundOrder['status'], BadgeTone>> = {
  pending: 'warning',
  in_progress: 'accent',
  ended: 'plain',
  failed: 'bad',
};

export function StatusBadge({ order }: { readonly order: FundOrder }) {
  const t = useTranslations('fund');
  return <Badge tone={TONES[order.status]}>{t(`status.${order.status}`)}</Badge>;
}

export function OrderRow({ order, onOpen }: { readonly order: FundOrder; readonly onOpen: () => void }) {
  const t = useTranslations('fund');
  const { moment } = useFormat();
  const when = order.ended_at ?? order.expires_at ?? order.applied_at;
  return (
    <ListRow
      onPress={onOpen}
      chevron
      wrap
      title={<AmountText value={order.amount} unit={order.currency} private />}
      subtitle={
        <>
          <StatusBadge order={order} /> <span>{t('dayOf', { paid: order.paid_days, of: order.days })}</span>
          <span className="block">{moment(when)}</span>
        </>
      }
      end={<AmountText value={order.profit} unit={order.currency} signed private />}
      endSubtitle={t('profit')}
    />
  );
}
