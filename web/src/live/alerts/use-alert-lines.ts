/** The price alerts of an instrument as lines across its chart. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { pixelFloat } from '../chart/candle-feed.ts';
import type { OrderLine } from '../chart/order-lines.ts';
import { usePriceAlerts } from './use-price-alerts.ts';

const none: readonly OrderLine[] = [];

export function useAlertLines(symbol: string): readonly OrderLine[] {
  const t = useTranslations('alerts');
  const { data } = usePriceAlerts();
  return useMemo(() => {
    if (data === undefined) return none;
    return data.items
      .filter((alert) => alert.symbol === symbol)
      .map(({ id, price }) => ({
        id: `alert ${id}`,
        level: pixelFloat(price),
        side: 'buy',
        tone: 'soft',
        label: t('line'),
      }));
  }, [data, symbol, t]);
}
