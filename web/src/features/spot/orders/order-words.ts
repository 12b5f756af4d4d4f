/** Texts and colours for an order's side, state and reason. */
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useTranslations } from 'use-intl';
import type { SpotOrder } from '../../../live/order-list.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { useProblemText } from '../ticket/problem-text.ts';

export const statusTones: Readonly<Record<SpotOrder['status'], BadgeTone>> = {
  open: 'accent',
  filled: 'good',
  cancelled: 'plain',
};

/** Whether a requested cancellation waits for the price that completes it. */
export function isCancelling(order: SpotOrder): boolean {
  return order.status === 'open' && typeof order.cancel_asked_at === 'number';
}

/** Returns a name such as "BTC/USDT" or, for coin to coin, "BTC → ETH". */
export function orderName(order: SpotOrder): string {
  const base = (symbol: string): string => symbol.split('/')[0] ?? symbol;
  return order.to_symbol === null ? order.symbol : `${base(order.symbol)} → ${base(order.to_symbol)}`;
}

/**
 * Returns the reason for the order's result or, for an open order, the event that it waits for; undefined if there is neither.
 */
export function useReasonText(order: SpotOrder): string | undefined {
  const t = useTranslations('orders');
  const { reason } = order;
  const own =
    reason === 'customer' ||
    reason === 'start_over' ||
    reason === 'expired' ||
    reason === 'price_moved' ||
    reason === 'opening_stopped';
  const code: RefusalCode | undefined = reason === null || own ? undefined : reason;
  const refusal = useProblemText(code === undefined ? undefined : { field: undefined, code, params: {} });
  if (own) return t(`reason.${reason}`);
  // Replaces a text that needs figures with a generic text, because an order stores only the code.
  return refusal?.includes('{') === true ? t('reason.unfillable') : refusal;
}
