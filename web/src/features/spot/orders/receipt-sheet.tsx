/** The receipt of an order: its facts, the reason for its result, and the price, the fee and the proof of each leg. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactRow } from '../../../ui/fact-row.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { isAmendable } from './amendable.ts';
import { ConditionFacts } from './condition-facts.tsx';
import { LegFacts } from './leg-facts.tsx';
import { isImmediate } from './order-story.ts';
import { isCancelling, orderName, statusTones, useReasonText } from './order-words.ts';

export type ReceiptSheetProps = {
  readonly order: SpotOrder;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCancel: (order: SpotOrder) => void;
  readonly onAmend: (order: SpotOrder) => void;
};

function Actions({ order, onCancel, onAmend }: Pick<ReceiptSheetProps, 'order' | 'onCancel' | 'onAmend'>) {
  const t = useTranslations('orders');
  return (
    <div className="flex gap-3">
      {isAmendable(order) && (
        <Button block kind="secondary" onClick={() => onAmend(order)}>
          {t('amend')}
        </Button>
      )}
      <Button block kind="danger" onClick={() => onCancel(order)}>
        {t('cancel')}
      </Button>
    </div>
  );
}

export function ReceiptSheet({ order, open, onClose, onCancel, onAmend }: ReceiptSheetProps) {
  const t = useTranslations('orders');
  const format = useFormat();
  const reason = useReasonText(order);
  const [base = ''] = order.symbol.split('/');
  const several = order.legs.length > 1;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={orderName(order)}
      footer={
        order.status === 'open' && !isImmediate(order) ? (
          <Actions order={order} onCancel={onCancel} onAmend={onAmend} />
        ) : undefined
      }
    >
      {isCancelling(order) && <p className="pb-2 text-sm text-soft">{t('cancellingText')}</p>}
      <dl>
        <FactRow name={t('state')}>
          {isCancelling(order) ? (
            <Badge tone="warning">{t('cancelling')}</Badge>
          ) : (
            <Badge tone={statusTones[order.status]}>{t(`status.${order.status}`)}</Badge>
          )}
        </FactRow>
        {reason !== undefined && (
          <FactRow name={order.status === 'open' ? t('waitsFor') : t('why')}>{reason}</FactRow>
        )}
        <FactRow name={t('order')}>
          {order.to_symbol === null ? t(`kind.${order.type}.${order.side}`) : t('convert')}
        </FactRow>
        <FactRow name={t('quantity')}>
          {format.quantity(order.quantity)} {base}
        </FactRow>
        <ConditionFacts order={order} />
        <FactRow name={t('filled')}>
          {format.quantity(order.filled_quantity)} {base}
        </FactRow>
        <FactRow name={t('placed')}>{format.dateTime(order.created_at)}</FactRow>
        {order.status !== 'open' && <FactRow name={t('ended')}>{format.dateTime(order.updated_at)}</FactRow>}
        <FactRow name={t('number')}>{order.id}</FactRow>
      </dl>
      {order.legs.length > 0 && (
        <div className="mt-2 border-t border-line">
          {order.legs.map((leg, at) => (
            <LegFacts
              key={`${leg.symbol} ${leg.side}`}
              leg={leg}
              deal={{ order: order.id, leg: at + 1 }}
              {...(several ? { title: t(`leg.${leg.side}`, { base: leg.symbol.split('/')[0] ?? '' }) } : {})}
            />
          ))}
        </div>
      )}
    </Sheet>
  );
}
