/** The distance that an order trails by, what protects it, and the order that it protects. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { FactRow } from '../../../ui/fact-row.tsx';

/** Returns the distance as the customer gave it: "2.5% (1,500.00 USDT)", or in price alone. */
export function useTrailText(): (order: SpotOrder) => string | undefined {
  const format = useFormat();
  return ({ trailing, trailing_bps: bps, symbol }) => {
    if (trailing === undefined) return undefined;
    const price = `${format.decimal(trailing, { min: 2, max: 8 })} ${symbol.split('/')[1] ?? ''}`;
    return bps === undefined
      ? price
      : `${format.decimal((bps / 100).toFixed(2), { min: 0, max: 2 })}% (${price})`;
  };
}

export function ProtectionFacts({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('orders');
  const format = useFormat();
  const trail = useTrailText()(order);
  const quote = order.symbol.split('/')[1] ?? '';
  const price = (value: string) => `${format.decimal(value, { min: 2, max: 8 })} ${quote}`;
  return (
    <>
      {trail !== undefined && <FactRow name={t('trailing')}>{trail}</FactRow>}
      {order.take_profit !== undefined && (
        <FactRow name={t('takeProfit')}>{price(order.take_profit)}</FactRow>
      )}
      {order.stop_loss !== undefined && <FactRow name={t('stopLoss')}>{price(order.stop_loss)}</FactRow>}
      {order.entry_id !== undefined && <FactRow name={t('protects')}>{order.entry_id}</FactRow>}
    </>
  );
}
