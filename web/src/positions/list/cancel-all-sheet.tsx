/** The confirmation for cancelling all open orders of a product. */
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useCommand } from '../../lib/use-command.ts';
import type { Product } from '../../live/position-list.ts';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';

export type CancelAllSheetProps = {
  readonly product: Product;
  readonly count: number;
  readonly open: boolean;
  readonly onClose: () => void;
};

export function CancelAllSheet({ product, count, open, onClose }: CancelAllSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('positions');
  const { busy, send } = useCommand('POST lever/cancel_all');
  const cancelAll = async () => {
    const answer = await send({ product });
    if (answer === undefined) return;
    onClose();
    if (answer.type !== 'ok') return;
    const waits = answer.message.some(({ status }) => status === 'pending');
    toastSuccess(waits ? 'cancel_waiting' : 'cancel_done');
  };
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t('cancelAll')}
      sentence={t('cancelAllSentence', { count })}
      confirmLabel={t('confirmCancel')}
      kind="danger"
      busy={busy}
      onConfirm={() => void cancelAll()}
    />
  );
}
