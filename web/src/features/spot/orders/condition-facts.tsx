/** The prices that an order waits for, how long it waits, what made it fill, and the customer's own name for it. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { FactRow } from '../../../ui/fact-row.tsx';
import { triggerOf } from './order-story.ts';
import { ProtectionFacts } from './protection-facts.tsx';

export function ConditionFacts({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('orders');
  const spot = useTranslations('spot');
  const format = useFormat();
  const quote = order.symbol.split('/')[1] ?? '';
  const trigger = triggerOf(order);
  const term = order.time_in_force;
  const price = (value: string) => `${format.decimal(value, { min: 2, max: 8 })} ${quote}`;
  return (
    <>
      {order.stop_price !== null && <FactRow name={t('stopPrice')}>{price(order.stop_price)}</FactRow>}
      {order.price !== null && <FactRow name={t('limitPrice')}>{price(order.price)}</FactRow>}
      {term === 'IOC' || term === 'FOK' ? (
        <FactRow name={t('inForce')}>{t(`immediate.${term}`)}</FactRow>
      ) : (
        order.type !== 'market' && (
          <FactRow name={t('waits')}>
            {order.expires_at === null
              ? spot(`term.${term}`)
              : t('until', { time: format.moment(order.expires_at / 1000) })}
          </FactRow>
        )
      )}
      <ProtectionFacts order={order} />
      {order.triggered_seq !== null && (
        <FactRow name={t('stopReached')}>
          {t('tapeSeq', { symbol: order.symbol, seq: String(order.triggered_seq) })}
        </FactRow>
      )}
      {trigger !== undefined && <FactRow name={t('triggeredBy')}>{t(`trigger.${trigger}`)}</FactRow>}
      {order.client_order_id !== null && <FactRow name={t('ownName')}>{order.client_order_id}</FactRow>}
    </>
  );
}
