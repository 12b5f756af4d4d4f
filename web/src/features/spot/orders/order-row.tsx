/** An order in a list: the instrument, quantity, price and state. The row opens its receipt. */
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { awaitedPrices, isImmediate } from './order-story.ts';
import { useTrailTexts } from './protection-facts.tsx';
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
  const term = order.time_in_force;
  const names = [order.key_name, order.client_order_id ?? undefined]
    .filter((name) => name !== undefined)
    .join(' · ');
  const awaited = awaitedPrices(order);
  const trail = useTrailTexts()(order);
  const prices = [awaited.stop, awaited.limit, trail?.short];
  const waits = order.status === 'open' && prices.some((one) => one !== undefined);
  const exact = (price: string) => format.decimal(price, { min: 2, max: 8 });
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
          <span className="block text-xs text-quiet">{format.moment(order.created_at)}</span>
          {names !== '' && <span className="block text-xs break-words text-quiet">{names}</span>}
          {(term === 'IOC' || term === 'FOK') && (
            <span className="block text-xs text-quiet">{t(`immediate.${term}`)}</span>
          )}
          {order.status === 'open' && order.expires_at !== null && (
            <span className="block text-xs text-quiet">
              {t('until', { time: format.moment(order.expires_at / 1000) })}
            </span>
          )}
        </span>
        <span className="flex shrink-0 flex-col items-end gap-0.5">
          <span className="figures text-sm">
            {format.quantity(order.quantity)} {base}
          </span>
          {isCancelling(order) ? (
            <Badge tone="warning">{t('cancelling')}</Badge>
          ) : waits ? (
            <>
              {trail !== undefined && awaited.stop === undefined && (
                <span className="figures text-xs text-quiet">{t('trailsBy', { distance: trail.short })}</span>
              )}
              {awaited.stop !== undefined && (
                <span className="figures text-xs text-quiet">
                  {t('stopAt', { price: exact(awaited.stop) })}
                </span>
              )}
              {awaited.limit !== undefined && (
                <span className="figures text-xs text-quiet">{t('at', { price: exact(awaited.limit) })}</span>
              )}
            </>
          ) : (
            <Badge tone={statusTones[order.status]}>{t(`status.${order.status}`)}</Badge>
          )}
        </span>
      </button>
      {onCancel !== undefined && !isImmediate(order) && (
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
