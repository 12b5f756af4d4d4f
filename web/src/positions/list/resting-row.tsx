/** An order to open a position: instrument, quantity, price, and the button that cancels it. The row opens its details. */
import { X } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { sideTones, usePositionWords } from './position-words.ts';
import type { SheetKind } from './position-sheets.tsx';

export type RestingRowProps = {
  readonly position: Position;
  readonly tickSize: string;
  readonly onAct: (kind: SheetKind, position: Position) => void;
};

/** Returns the level that the order waits for. */
function useWaitsFor({ type, price }: Position, tickSize: string): string {
  const t = useTranslations('positions');
  const format = useFormat();
  if (type === 'market' || price === null) return t('atNextPrice');
  return t(type === 'stop' ? 'stopAt' : 'atPrice', { price: format.price(price, tickSize) });
}

export const RestingRow = memo(function RestingRow({ position, tickSize, onAct }: RestingRowProps) {
  const t = useTranslations('positions');
  const orders = useTranslations('orders');
  const format = useFormat();
  const words = usePositionWords();
  const waitsFor = useWaitsFor(position, tickSize);
  return (
    <div className="hairline flex items-center last:shadow-none">
      <button
        type="button"
        onClick={() => onAct('details', position)}
        className="press flex min-h-17 min-w-0 flex-1 items-center gap-3 py-2 pr-4 pl-4 text-left"
      >
        <CoinMark of={position.symbol} size={32} />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{position.symbol}</span>
          <span className="block text-sm">
            {position.reduces === undefined ? (
              <span className={sideTones[position.side]}>{words.sideAt(position)}</span>
            ) : (
              t('close')
            )}
          </span>
          <span className="block text-xs text-quiet">{format.moment(position.created_time)}</span>
          {typeof position.client_order_id === 'string' && (
            <span className="block text-xs break-words text-quiet">{position.client_order_id}</span>
          )}
          {typeof position.expires_at === 'number' && (
            <span className="block text-xs text-quiet">
              {orders('until', { time: format.moment(position.expires_at / 1000) })}
            </span>
          )}
        </span>
        <span className="flex shrink-0 flex-col items-end gap-0.5">
          <span className="figures text-sm">{words.size(position, position.quantity)}</span>
          {position.change !== null && <Badge tone="warning">{t('changing')}</Badge>}
          {typeof position.cancel_asked_time !== 'number' ? (
            <span className="figures text-sm text-quiet">{waitsFor}</span>
          ) : (
            <Badge tone="warning">{t('cancelling')}</Badge>
          )}
        </span>
      </button>
      {position.type !== 'market' && (
        <IconButton
          icon={X}
          size={18}
          className="mr-1 -ml-3 text-soft"
          label={t('cancelOf', { symbol: position.symbol })}
          onClick={() => onAct('cancel', position)}
        />
      )}
    </div>
  );
});
