/** Cancels one open order or all open orders after a confirmation. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useCommand } from '../../../lib/use-command.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { ConfirmSheet } from '../../../ui/confirm-sheet.tsx';
import { orderName } from './order-words.ts';

type Wish = { readonly order: SpotOrder } | { readonly all: number };

export type Cancelling = {
  readonly ask: (order: SpotOrder) => void;
  readonly askAll: (count: number) => void;
  /** The confirmation sheet. The screen must render it once. */
  readonly sheet: ReactNode;
};

/** With a symbol, "all" means all orders on this instrument. */
export function useCancel(symbol?: string): Cancelling {
  const { toastSuccess } = useApi();
  const t = useTranslations('orders');
  const format = useFormat();
  const one = useCommand('POST order/cancel');
  const all = useCommand('POST order/cancel_all');
  const [wish, setWish] = useState<Wish>();
  const [open, setOpen] = useState(false);

  const ask = (next: Wish) => {
    setWish(next);
    setOpen(true);
  };
  const cancel = async () => {
    if (wish === undefined) return;
    const answer =
      'order' in wish
        ? await one.send({ id: wish.order.id })
        : await all.send(symbol === undefined ? {} : { symbol });
    if (answer === undefined) return;
    setOpen(false);
    if (answer.type !== 'ok') return;
    const waits = [answer.message].flat().some(({ status }) => status === 'open');
    toastSuccess(waits ? 'cancel_waiting' : 'cancel_done');
  };
  const sentence = () => {
    if (wish === undefined) return '';
    if ('all' in wish) return t('cancelAllSentence', { count: wish.all });
    const { order } = wish;
    return t('cancelSentence', {
      kind: t(`kind.${order.type}.${order.side}`),
      quantity: `${format.quantity(order.quantity)} ${order.symbol.split('/')[0] ?? ''}`,
      name: orderName(order),
    });
  };

  return {
    ask: (order) => ask({ order }),
    askAll: (count) => ask({ all: count }),
    sheet: (
      <ConfirmSheet
        open={open}
        onClose={() => setOpen(false)}
        title={wish !== undefined && 'all' in wish ? t('cancelAll') : t('cancel')}
        sentence={sentence()}
        confirmLabel={t('confirmCancel')}
        kind="danger"
        busy={one.busy || all.busy}
        onConfirm={() => void cancel()}
      />
    ),
  };
}
