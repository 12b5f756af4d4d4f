/** The texts about a position: its side and leverage, its size, its amounts, and the reason for its close. */
import { closeReasons } from '@candor/protocol/positions/close-reasons.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import type { Position } from '../../live/position-list.ts';
import { centsDown } from '../position-figures.ts';

type CloseReason = (typeof closeReasons)[number];

/** The colours of a side, by the direction in which the position gains. */
export const sideTones = { long: 'text-up', short: 'text-down' } as const;

export function toneOf(sign: -1 | 0 | 1): string {
  return sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-ink';
}

export type PositionWords = {
  /** "Long 20×" */
  readonly sideAt: (position: Pick<Position, 'side' | 'leverage'>) => string;
  /** "0.5 BTC", "0.1 lots" */
  readonly size: (position: Pick<Position, 'product' | 'symbol'>, quantity: string) => string;
  /** USDT to the last decimal place charged, at least two. */
  readonly exact: (value: string, options?: { readonly signed?: boolean }) => string;
  /** USDT to the cent; a signed profit is rounded down. */
  readonly money: (value: string, options?: { readonly signed?: boolean }) => string;
};

export function usePositionWords(): PositionWords {
  const t = useTranslations('positions');
  const format = useFormat();
  return {
    sideAt: ({ side, leverage }) => `${t(`side.${side}`)} ${leverage}×`,
    size: ({ product, symbol }, quantity) =>
      product === 'forex'
        ? t('lots', { quantity: format.quantity(quantity) })
        : `${format.quantity(quantity)} ${symbol.split('/')[0] ?? ''}`,
    exact: (value, { signed = false } = {}) => `${format.decimal(value, { min: 2, max: 8, signed })} USDT`,
    money: (value, { signed = false } = {}) =>
      `${format.decimal(signed ? centsDown(value) : value, { max: 2, signed })} USDT`,
  };
}

/** Returns the text of the reason for a close or a cancellation, or undefined while the position or order is open. */
export function useReasonText({ reason, status }: Pick<Position, 'reason' | 'status'>): string | undefined {
  const t = useTranslations('positions');
  const orders = useTranslations('orders');
  const own = closeReasons.find((one): one is CloseReason => one === reason);
  const code: RefusalCode | undefined =
    reason === null || reason === 'expired' || reason === 'reduced' || own !== undefined
      ? undefined
      : (reason as RefusalCode);
  const refusal = useRefusalWords(code);
  if (status !== 'closed' && status !== 'cancelled') return undefined;
  if (reason === 'expired') return t('expired');
  if (reason === 'reduced') return t('reduced');
  if (own === undefined) {
    if (reason === 'price_moved' || reason === 'opening_stopped') return orders(`reason.${reason}`);
    // Replaces a text that needs figures with a generic text, because a position stores only the code.
    return refusal?.includes('{') === true ? orders('reason.unfillable') : refusal;
  }
  return status === 'cancelled' && own === 'customer' ? t('cancelledByYou') : t(`reason.${own}`);
}
