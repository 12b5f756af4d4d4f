/** An order in a list: the instrument, quantity, price and state. The row opens its receipt. */
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isCancelling, orderName, statusTones } from './order-words.ts';

export type OrderRowProps = {
  readonly order: SpotOrder;
  readonly onOpen: (order: SpotOrder) => void;
  readonly onCancel?: ((order: SpotOrder) => void) | undefined;
};

export function OrderRow({ order, onOpen, onCancel }: OrderRowProps) {
  const t = useTranslations('orders');
  const format = useFormat();
  const base = order.symbol.split('/')[0] ?? '';
  const convert = order.to_symbol !== null;
  const kind = convert ? t('convert') : t(`kind.${order.type}.${order.side}`);
  const tone = convert ? 'text-accent' : order.side === 'buy' ? 'text-up' : 'text-down';
  const price = order.price ?? order.legs[0]?.price;
  return (
    <div className="hairline flex items-center last:shadow-none">
      <button
        type="button"
        onClick={() => onOpen(order)}
        className="press flex min-h-17 min-w-0 flex-1 items-center gap-3 py-2 pr-4 pl-4 text-left"
      >
        <CoinMark of={base} size={32} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">
            <span className={tone}>{kind}</span> {orderName(order)}
          </span>
          <span className="block truncate text-xs text-quiet">
            {format.moment(order.created_at)}
            {order.key_name !== undefined && ` · ${order.key_name}`}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-0.5">
          <span className="figures text-sm">
            {format.quantity(order.quantity)} {base}
          </span>
          {isCancelling(order) ? (
            <Badge tone="warning">{t('cancelling')}</Badge>
          ) : order.status === 'open' && price !== undefined ? (
            <span className="figures text-xs text-quiet">
              {t('at', { price: format.decimal(price, { min: 2, max: 8 }) })}
            </span>
          ) : (
            <Badge tone={statusTones[order.status]}>{t(`status.${order.status}`)}</Badge>
          )}
        </span>
      </button>
      {onCancel !== undefined && order.type === 'limit' && (
        <IconButton
          icon={X}
          size={18}
          className="mr-1 -ml-3 text-soft"
          label={t('cancelOf', { order: orderName(order) })}
          onClick={() => onCancel(order)}
        />
      )}
    </div>
  );
}
