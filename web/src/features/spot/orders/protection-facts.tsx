/** The distance by which an order trails, the levels that protect it, and the order that it protects. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { FactRow } from '../../../ui/fact-row.tsx';

export type TrailTexts = { readonly short: string; readonly whole: string };

/** Returns the distance as the customer gave it, in percent or in price: "2.5%" for a row, "2.5% (1,500.00 USDT)" as a whole. */
export function useTrailTexts(): (order: SpotOrder) => TrailTexts | undefined {
  const format = useFormat();
  return ({ trailing, trailing_bps: bps, symbol }) => {
    if (trailing === undefined) return undefined;
    const price = format.decimal(trailing, { min: 2, max: 8 });
    const whole = `${price} ${symbol.split('/')[1] ?? ''}`;
    if (bps === undefined) return { short: price, whole };
    const percent = `${format.decimal((bps / 100).toFixed(2), { min: 0, max: 2 })}%`;
    return { short: percent, whole: `${percent} (${whole})` };
  };
}

export function ProtectionFacts({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('orders');
  const format = useFormat();
  const trail = useTrailTexts()(order);
  const quote = order.symbol.split('/')[1] ?? '';
  const price = (value: string) => `${format.decimal(value, { min: 2, max: 8 })} ${quote}`;
  return (
    <>
      {trail !== undefined && <FactRow name={t('trailing')}>{trail.whole}</FactRow>}
      {order.take_profit !== undefined && (
        <FactRow name={t('takeProfit')}>{price(order.take_profit)}</FactRow>
      )}
      {order.stop_loss !== undefined && <FactRow name={t('stopLoss')}>{price(order.stop_loss)}</FactRow>}
      {order.entry_id !== undefined && <FactRow name={t('protects')}>{order.entry_id}</FactRow>}
    </>
  );
}
